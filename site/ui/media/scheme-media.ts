/** The media of what is for one theme while the visitor's system decides. In print everything is light. */
export function schemeMedia(scheme: 'light' | 'dark'): string {
  return `screen and (prefers-color-scheme: ${scheme})`;
}
