# A software bill of materials (SPDX 2.3) from lines "KIND TAB NAME TAB VERSION" of what the archive is built with.
def id: gsub("[^A-Za-z0-9.-]"; "-");
[split("\n")[] | select(. != "") | split("\t") | {kind: .[0], name: .[1], version: .[2]}] as $below
| {
    spdxVersion: "SPDX-2.3", dataLicense: "CC0-1.0", SPDXID: "SPDXRef-DOCUMENT", name: $name,
    documentNamespace: "https://spdx.org/spdxdocs/\($name)-\($commit)",
    creationInfo: {created: $created, creators: ["Tool: poise-make-dist"]},
    packages: ([{
        SPDXID: "SPDXRef-poise", name: "poise", versionInfo: $version, sourceInfo: "commit \($commit)",
        packageFileName: "\($name).tar.xz", downloadLocation: "NOASSERTION", filesAnalyzed: false,
        licenseConcluded: "Apache-2.0", licenseDeclared: "Apache-2.0", copyrightText: "NOASSERTION",
        checksums: [{algorithm: "SHA256", checksumValue: $sum}]
    }] + [$below[] | {
        SPDXID: "SPDXRef-\(.kind)-\(.name | id)", name, versionInfo: .version, downloadLocation: "NOASSERTION",
        filesAnalyzed: false, licenseConcluded: "NOASSERTION", licenseDeclared: "NOASSERTION", copyrightText: "NOASSERTION",
        externalRefs: [{
            referenceCategory: "PACKAGE-MANAGER", referenceType: "purl",
            referenceLocator: (if .kind == "npm" then "pkg:npm/\(.name | ltrimstr("@") | if contains("/") then "%40" + . else . end)@\(.version)"
                               else "pkg:deb/debian/\(.name)@\(.version)" end)
        }]
    }]),
    relationships: ([{spdxElementId: "SPDXRef-DOCUMENT", relationshipType: "DESCRIBES", relatedSpdxElement: "SPDXRef-poise"}]
        + [$below[] | {spdxElementId: "SPDXRef-\(.kind)-\(.name | id)",
                       relationshipType: (if .kind == "npm" then "OPTIONAL_DEPENDENCY_OF" else "BUILD_DEPENDENCY_OF" end),
                       relatedSpdxElement: "SPDXRef-poise"}])
}
