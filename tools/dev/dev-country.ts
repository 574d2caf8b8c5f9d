/** The developers' bar stores the chosen country in a cookie; the development server turns it into the header that a CDN would set. */
export const devCountryCookie = 'dev-country';
export const devCountryHeader = 'x-dev-country';
