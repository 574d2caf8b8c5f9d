/** What the browser keeps for a page; nothing where it refuses to (cookies are blocked) or has none (some web views). */
export function pageStorage(area: 'localStorage' | 'sessionStorage'): Storage | null {
  try {
    return globalThis[area];
  } catch {
    return null;
  }
}
