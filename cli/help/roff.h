/* Pages in the language of man(7): man, mandoc and groff read them. */
#ifndef POISE_CLI_HELP_ROFF_H
#define POISE_CLI_HELP_ROFF_H

#include <stdio.h>

/* `text` as troff shows it, on the line that is being written: nothing in it is taken for a request. */
void roff_text(const char *text, FILE *out);
/* The same in bold, for what is typed as it stands: every '-' is one that can be copied. */
void roff_literal(const char *text, FILE *out);
/* A line of text in which words in capitals, such as FILE, are what the reader puts something in place of. */
void roff_synopsis(const char *text, FILE *out);

/* ".SH TITLE" */
void roff_section(const char *title, FILE *out);
/* An indented item: the line that follows is its term, the lines after that its text. */
void roff_item(FILE *out);

/* Text as --help prints it, in filled lines. Empty lines part paragraphs; a line "  term  text" or
 * "  term: text" is an item, which lines that are indented further continue. */
void roff_prose(const char *text, FILE *out);

/* A command line that is shown alone and not broken. */
void roff_command(const char *command, FILE *out);

#endif
