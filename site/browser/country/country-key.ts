/** Session key of R41. Its value is what the visitor's country asks for, in the words of the header `country-policy`. */
export const countryKey = 'redirectForLanguage';
