/** Shares an article: the device's own share sheet where there is one, else a copied link; a toast says what came of it. */
import { showToast } from '../browser/toasts.ts';

export interface ShareArticleProps {
  url: string;
  title: string;
  labels: { share: string; copy: string; copied: string; copyFailed: string; mail: string };
}

export function ShareArticle({ url, title, labels }: ShareArticleProps) {
  async function copy() {
    try {
      await navigator.clipboard.writeText(url);
      void showToast({ kind: 'success', text: labels.copied });
    } catch {
      // No permission, or no secure context: the address bar still holds the link.
      void showToast({ kind: 'error', text: labels.copyFailed });
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
      <button type="button" className="button secondary needs-script" onClick={() => void copy()}>{labels.copy}</button>
      <a className="button secondary" href={`mailto:?${new URLSearchParams({ subject: title, body: url }).toString().replaceAll('+', '%20')}`}>{labels.mail}</a>
    </div>
  );
}
