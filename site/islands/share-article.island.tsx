/** Shares an article: the device's own share sheet where there is one, and a copied link with its confirmation. */
import { useState } from 'react';

export interface ShareArticleProps {
  url: string;
  title: string;
  labels: { share: string; copy: string; copied: string; mail: string };
}

export function ShareArticle({ url, title, labels }: ShareArticleProps) {
  const [copied, setCopied] = useState(false);

  async function copy() {
    try {
      await navigator.clipboard.writeText(url);
      setCopied(true);
    } catch {
      // No permission, or no secure context: the address bar still holds the link, so nothing is lost and nothing is claimed.
      setCopied(false);
    }
  }

  async function share() {
    if (!('share' in navigator)) return copy();
    // Closing the share sheet rejects; that is an answer, not a fault.
    await navigator.share({ title, url }).catch(() => undefined);
  }

  return (
    <div className="share">
      <button type="button" className="button secondary needs-script" onClick={() => void share()}>{labels.share}</button>
      <button type="button" className="button secondary needs-script" onClick={() => void copy()}>{copied ? labels.copied : labels.copy}</button>
      <a className="button secondary" href={`mailto:?${new URLSearchParams({ subject: title, body: url }).toString().replaceAll('+', '%20')}`}>{labels.mail}</a>
      <span role="status" className="visually-hidden">{copied ? labels.copied : ''}</span>
    </div>
  );
}
