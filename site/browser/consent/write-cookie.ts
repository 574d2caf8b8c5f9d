/** Sets a cookie. Some frames refuse cookies: the next page then shows the question again. */
export function writeCookie(text: string): void {
  try {
    document.cookie = text;
  } catch (error) {
    console.info('a cookie could not be set', error);
  }
}
