/** A cookie of this page. A file of its own: the first load and the lazy parts both ask, and neither may import the other for it. */
export function cookie(name: string): string | undefined {
  return document.cookie.match(`(?:^|; )${name}=([^;]*)`)?.[1];
}
