/**
 * Messages in place (R28): shown for 5 seconds next to the control that caused them ("Link copied"). A message about something elsewhere,
 * or about the whole page, is a toast.
 */

const durationMs = 5000;

const endMessage = new WeakMap<HTMLElement, () => void>();

/**
 * Shows a message. Like a toast, it stays while the pointer is over it, while it contains the focus and while the window has none.
 * @param place an empty `role="status"` of class `said` that is already in the page: screen readers do not announce a status that appears with its
 * text.
 * @returns a function that ends the message.
 */
export function showInPlace(place: HTMLElement, ...content: (string | Node)[]): () => void {
  endMessage.get(place)?.();
  const holders = new Set<string>();
  const listeners = new AbortController();
  let remainingMs = durationMs;
  let startedAt = Date.now();
  const end = () => {
    clearTimeout(timer);
    listeners.abort();
    place.replaceChildren();
  };
  let timer = setTimeout(end, remainingMs);
  const holdBetween = (target: EventTarget, begins: string, ends: string) => {
    target.addEventListener(
      begins,
      () => {
        if (holders.size === 0) {
          clearTimeout(timer);
          remainingMs -= Date.now() - startedAt;
        }
        holders.add(begins);
      },
      listeners,
    );
    target.addEventListener(
      ends,
      () => {
        if (!holders.delete(begins) || holders.size > 0) return;
        startedAt = Date.now();
        timer = setTimeout(end, remainingMs);
      },
      listeners,
    );
  };
  holdBetween(place, 'pointerenter', 'pointerleave');
  holdBetween(place, 'focusin', 'focusout');
  holdBetween(window, 'blur', 'focus');
  place.replaceChildren(...content);
  // Below a button at the lower edge of the window, the message would be out of view.
  place.scrollIntoView({ block: 'nearest' });
  endMessage.set(place, end);
  return end;
}
