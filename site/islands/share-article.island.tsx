/**
 * Shares an article through the device's share sheet, or else copies its link; plain links need no script. A message next to the buttons shows the result.
 * A translator may change the texts before hydration (`suppressHydrationWarning`): no form does the work of these buttons.
 */
import { useRef } from 'react';
import { showInPlace } from '../browser/overlays/place-message.ts';

interface ShareArticleProps {
  url: string;
  title: string;
  labels: { share: string; copy: string; copied: string; copyFailed: string; mail: string };
}

const networks: [name: string, address: string, parameters: (url: string, text: string) => Record<string, string>][] = [
  ['WhatsApp', 'https://wa.me/', (url, text) => ({ text: `${text} ${url}` })],
  ['Telegram', 'https://t.me/share/url', (url, text) => ({ url, text })],
  ['X', 'https://x.com/intent/post', (url, text) => ({ url, text })],
  ['LinkedIn', 'https://www.linkedin.com/sharing/share-offsite/', (url) => ({ url })],
];

/** Programs for mail take a `+` as it is. */
const query = (parameters: Record<string, string>) => new URLSearchParams(parameters).toString().replaceAll('+', '%20');

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
    if (place.current) showInPlace(place.current, text);
  }

  async function share() {
    if (!('share' in navigator)) return copy();
    // Closing the share sheet rejects the promise; that is not an error.
    await navigator.share({ title, url }).catch(() => undefined);
  }

  return (
    <div role="group" aria-label={labels.share}>
      <div className="share">
        <button
          type="button"
          className="button secondary needs-script"
          suppressHydrationWarning
          onClick={() => void share()}
        >
          {labels.share}
        </button>
        <button
          type="button"
          className="button secondary needs-script"
          suppressHydrationWarning
          onClick={() => void copy()}
        >
          {labels.copy}
        </button>
        <p ref={place} className="said" role="status" />
      </div>
      <div className="share">
        {networks.map(([name, address, parameters]) => (
          <a
            key={name}
            className="button secondary"
            translate="no"
            href={`${address}?${query(parameters(url, title))}`}
            rel="noopener"
          >
            {name}
          </a>
        ))}
        <a
          className="button secondary"
          suppressHydrationWarning
          href={`mailto:?${query({ subject: title, body: url })}`}
        >
          {labels.mail}
        </a>
      </div>
    </div>
  );
}
