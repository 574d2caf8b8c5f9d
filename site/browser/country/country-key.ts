/** Key in session storage (R41). Its value: the words of the header `country-policy` for the visitor's country, without those already settled. */
export const countryKey = 'redirectForLanguage';
