/** How the developers' bar tells the server a country: a cookie, which the development server hands on as the header that a CDN would set. */
export const devCountryCookie = 'dev-country';
export const devCountryHeader = 'x-dev-country';
