/** Shares an article through the device's share sheet, or else copies its link; a message next to the buttons tells the result. */
import { useRef } from 'react';
import { sayInPlace } from '../browser/overlays/place-message.ts';

interface ShareArticleProps {
  url: string;
  title: string;
  labels: { share: string; copy: string; copied: string; copyFailed: string; mail: string };
}

export function ShareArticle({ url, title, labels }: ShareArticleProps) {
  const place = useRef<HTMLParagraphElement>(null);

  async function copy() {
    let text = labels.copied;
    try {
      // Fails without permission; outside a secure context there is no clipboard at all. The address bar still shows the link.
      await navigator.clipboard.writeText(url);
    } catch {
      text = labels.copyFailed;
    }
    if (place.current) sayInPlace(place.current, text);
  }

  async function share() {
    if (!('share' in navigator)) return copy();
    // Closing the share sheet rejects the promise; that is not an error.
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
