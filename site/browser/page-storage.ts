/** A storage area of the browser; null where the browser refuses access (cookies are blocked) or has no storage (some web views). */
export function pageStorage(area: 'localStorage' | 'sessionStorage'): Storage | null {
  try {
    return globalThis[area];
  } catch {
    return null;
  }
}
