/**
 * Messages in place (R28): shown for 5 seconds next to the control that caused them ("Link copied"). A message about something elsewhere,
 * or about the whole page, is a toast.
 */

const stays = 5000;

const endings = new WeakMap<HTMLElement, () => void>();

/**
 * Shows a message. Like a toast, it stays while the pointer is over it, while it contains the focus and while the window has none.
 * @param place an empty `role="status"` of class `said` that is already in the page: screen readers do not announce a status that appears with its
 * text.
 * @returns a function that ends the message.
 */
export function sayInPlace(place: HTMLElement, ...content: (string | Node)[]): () => void {
  endings.get(place)?.();
  const held = new Set<string>();
  const listeners = new AbortController();
  let left = stays;
  let since = Date.now();
  const end = () => {
    clearTimeout(timer);
    listeners.abort();
    place.replaceChildren();
  };
  let timer = setTimeout(end, left);
  const holdBetween = (target: EventTarget, begins: string, ends: string) => {
    target.addEventListener(
      begins,
      () => {
        if (held.size === 0) {
          clearTimeout(timer);
          left -= Date.now() - since;
        }
        held.add(begins);
      },
      listeners,
    );
    target.addEventListener(
      ends,
      () => {
        if (!held.delete(begins) || held.size > 0) return;
        since = Date.now();
        timer = setTimeout(end, left);
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
  endings.set(place, end);
  return end;
}
