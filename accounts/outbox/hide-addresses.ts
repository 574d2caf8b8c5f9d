/** Replaces e-mail addresses in a text for logs and terminals, which may name nobody. */
export function hideAddresses(text: string): string {
  return text.replace(/[^\s<>()[\],;:@]{1,64}@[^\s<>()[\],;:@]{1,255}/g, '…');
}
