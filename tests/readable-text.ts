const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'", nbsp: ' ' };

/** Converts HTML to the text that a person reads: without tags, with decoded entities and ordinary spaces. */
export function readableText(html: string): string {
  return html
    .replace(/<(script|style)\b.*?<\/\1>/gs, ' ')
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(#?\w+);/g, (entity, name: string) => entities[name] ?? entity)
    .replaceAll('\u2060', '')
    .replace(/\s+/g, ' ')
    .trim();
}
