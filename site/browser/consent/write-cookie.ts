/** Sets a cookie. Where the browser refuses that, as in some frames, the visitor is asked again. */
export function writeCookie(text: string): void {
  try {
    document.cookie = text;
  } catch (error) {
    console.info('a cookie could not be set', error);
  }
}
