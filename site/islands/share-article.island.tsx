/** Shares an article: the device's own share sheet where there is one, else a copied link; a message beside the buttons says what came of it. */
import { useRef } from 'react';
import { sayInPlace } from '../browser/overlays/place-message.ts';

export interface ShareArticleProps {
  url: string;
  title: string;
  labels: { share: string; copy: string; copied: string; copyFailed: string; mail: string };
}

export function ShareArticle({ url, title, labels }: ShareArticleProps) {
  const place = useRef<HTMLParagraphElement>(null);

  async function copy() {
    // Without permission, or a secure context, the address bar still holds the link.
    const text = await navigator.clipboard.writeText(url).then(
      () => labels.copied,
      () => labels.copyFailed,
    );
    if (place.current) sayInPlace(place.current, text);
  }

  async function share() {
    if (!('share' in navigator)) return copy();
    // Closing the share sheet rejects; that is an answer, not a fault.
    await navigator.share({ title, url }).catch(() => undefined);
  }

  return (
    <div className="share">
      <button type="button" className="button secondary needs-script" onClick={() => void share()}>
        {labels.share}
      </button>
      <button type="button" className="button secondary needs-script" onClick={() => void copy()}>
        {labels.copy}
      </button>
      <a
        className="button secondary"
        href={`mailto:?${new URLSearchParams({ subject: title, body: url }).toString().replaceAll('+', '%20')}`}
      >
        {labels.mail}
      </a>
      <p ref={place} className="said" role="status" />
    </div>
  );
}
