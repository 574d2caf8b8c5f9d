/**
 * Messages in place (R28): for 5 seconds they stand beside what caused them ("Link copied"). What happened elsewhere, or to the whole, is
 * said by a toast.
 */

const stays = 5000;

const endings = new WeakMap<HTMLElement, () => void>();

/**
 * The pointer on it, the focus in it and a window that is not looked at make it stay, as they do with a toast.
 * @param place an empty `role="status"` of class `said` that stands in the page already: what appears together with its text is not read out.
 * @returns a function that ends it.
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
  // Below a button at the window's lower edge nobody would see it.
  place.scrollIntoView({ block: 'nearest' });
  endings.set(place, end);
  return end;
}
