/** A media object as content services send it: flat, as `attributes`, or as `data.attributes`. */
export interface WireMedia {
  url?: string | null;
  attributes?: WireMedia | null;
  data?: WireMedia | null;
}

/** Builds the address of an image (R32): an empty string without one, an absolute address unchanged, any other on the content service. */
export function buildMediaUrl(media: WireMedia | null | undefined, strapiUrl: string): string {
  const url = media?.url ?? media?.attributes?.url ?? media?.data?.attributes?.url;
  if (!url) return '';
  return url.startsWith('http') ? url : `${strapiUrl}${url}`;
}
