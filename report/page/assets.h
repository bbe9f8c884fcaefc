/* The files beside this one that a report contains, as texts that mk/report.mk makes of them. */
#ifndef POISE_REPORT_PAGE_ASSETS_H
#define POISE_REPORT_PAGE_ASSETS_H

extern const char report_figure_css[]; /* how figures are drawn, on pages and in files of their own */
extern const char report_page_css[];   /* how a page is laid out */
extern const char report_page_js[];    /* what a page can do: sort, filter, open */
extern const char report_charts_js[];  /* draws charts with the library below */
/* Observable Plot and D3, with their licences; empty when the project was built without. UTF-8. */
extern const unsigned char report_library_js[];

#endif
