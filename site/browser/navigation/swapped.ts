/** Event that the document gets after each swap, for scripts that set up parts of the page. */
export const swapped = 'site:swapped';
