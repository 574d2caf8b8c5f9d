/** A media object as content services send it: flat, as `attributes`, or as `data.attributes`. */
export interface WireMedia {
  url?: string | null;
  attributes?: WireMedia | null;
  data?: WireMedia | null;
}

/** R32, the address of an image: an empty string without one, an absolute address as is, anything else on the content service. */
export function mediaUrl(media: WireMedia | null | undefined, strapiUrl: string): string {
  const url = media?.url ?? media?.attributes?.url ?? media?.data?.attributes?.url;
  if (!url) return '';
  return url.startsWith('http') ? url : `${strapiUrl}${url}`;
}
