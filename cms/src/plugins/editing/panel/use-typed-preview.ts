/**
 * Sends what is typed in a form to the frame that shows its page: the server of the panel signs the values, and the frame's script posts them to the
 * site. One request at a time; what is typed meanwhile follows, the newest alone.
 */
import { type RefObject, useEffect, useRef, useState } from 'react';
import { isFetchError, useFetchClient, useForm } from '@strapi/strapi/admin';
import { useFormLocale } from '../../../admin/use-form-document';
import type { TypedPreview } from '../server/typed-preview';

/** What the frame shows: `values` when no page can be shown with these, `refused` when the editor may not edit this document. */
export type PreviewState = 'asking' | 'shown' | 'values' | 'failed' | 'refused';

interface EditedDocument {
  uid: string;
  documentId: string | undefined;
  savedAt: string | undefined;
}

/** Milliseconds without a change after which the values are sent. */
const pause = 250;
/** Milliseconds that the frame may take; it then begins again with the next change. */
const patience = 10_000;

/** Sends the values to the frame. @returns what became of them; null when the frame does not answer. */
function send(window: Window, origin: string, message: object): Promise<PreviewState | null> {
  return new Promise((resolve) => {
    const end = (state: PreviewState | null) => {
      clearTimeout(timer);
      removeEventListener('message', listen);
      resolve(state);
    };
    const listen = ({ source, data }: MessageEvent) => {
      const { type, outcome } = (data ?? {}) as { type?: string; outcome?: PreviewState };
      if (source === window && type === 'preview:outcome' && outcome) end(outcome);
    };
    const timer = setTimeout(() => end(null), patience);
    addEventListener('message', listen);
    window.postMessage({ type: 'preview:typed', ...message }, origin);
  });
}

/** @param frame shows `address` as soon as it is known. */
export function useTypedPreview(
  { uid, documentId, savedAt }: EditedDocument,
  frame: RefObject<HTMLIFrameElement>,
): { address: string | undefined; state: PreviewState } {
  const { post } = useFetchClient();
  const locale = useFormLocale();
  const values = useForm('PreviewPanel', (form) => form.values);
  const [address, setAddress] = useState<string>();
  const [state, setState] = useState<PreviewState>('asking');
  /** What the next request sends; null when nothing has changed since the last. */
  const next = useRef<object | null>(null);
  const work = useRef({ busy: false, ready: false, gone: false, begun: -Infinity });

  const run = async () => {
    const { current: now } = work;
    while (!now.busy && !now.gone && next.current) {
      const request = next.current;
      next.current = null;
      now.busy = true;
      let outcome: PreviewState = 'asking';
      try {
        const { data } = await post<TypedPreview>('/gate/typed-preview', request);
        const { contentWindow } = frame.current ?? {};
        if (now.ready && contentWindow) {
          const { address: path, values: typed } = data;
          const answer = await send(contentWindow, new URL(data.frame).origin, { address: path, values: typed });
          now.ready = answer !== null;
          outcome = answer ?? 'failed';
        } else if (performance.now() - now.begun > patience) {
          // It requests the values when it is ready.
          outcome = now.begun > 0 ? 'failed' : 'asking';
          now.begun = performance.now();
          setAddress(data.frame);
        }
      } catch (error) {
        outcome = isFetchError(error) && (error.status === 403 || error.status === 400) ? 'refused' : 'failed';
      }
      now.busy = false;
      if (!now.gone) setState(outcome);
    }
  };

  useEffect(() => {
    const timer = setTimeout(() => {
      next.current = { uid, documentId, locale, values };
      void run();
    }, pause);
    return () => clearTimeout(timer);
  }, [uid, documentId, locale, values, savedAt]);

  const latest = useRef<object>({});
  latest.current = { uid, documentId, locale, values };
  useEffect(() => {
    const { current: now } = work;
    now.gone = false;
    const listen = ({ source, data }: MessageEvent) => {
      if (!frame.current || source !== frame.current.contentWindow) return;
      if ((data as { type?: string } | null)?.type !== 'preview:ready') return;
      now.ready = true;
      next.current = latest.current;
      void run();
    };
    addEventListener('message', listen);
    return () => {
      now.gone = true;
      removeEventListener('message', listen);
    };
  }, []);
  return { address, state };
}
