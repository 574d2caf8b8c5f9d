/** Languages in which people are written to. The site's own type fits; `accounts` imports nothing of the site. */
export type Locale = 'en' | 'es' | 'it';
