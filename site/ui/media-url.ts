/** R32, the address of an image: none gives an empty string, an absolute one is used as is, anything else belongs to the content service. */
export function mediaUrl(media: { url: string } | null | undefined, strapiUrl: string): string {
  if (!media?.url) return '';
  return media.url.startsWith('http') ? media.url : `${strapiUrl}${media.url}`;
}
