/** Menus of the header by mouse and keyboard: one open at a time, Escape closes and gives the focus back, a link closes all (R21). */
const openButtons = 'button[aria-expanded=true]';

function setOpen(button: Element, open: boolean): void {
  button.setAttribute('aria-expanded', String(open));
}

/** Closes what is open, except what the element stands in or opens. */
function closeOthers(root: ShadowRoot, except: Node | null): void {
  for (const button of root.querySelectorAll(openButtons)) {
    if (!except || (button !== except && !button.nextElementSibling?.contains(except))) setOpen(button, false);
  }
}

/** @param chooseLanguage says whether the page around takes care of it; a link leads to the site otherwise. */
export function tendDisclosures(root: ShadowRoot, chooseLanguage: (language: string) => boolean): void {
  root.addEventListener('click', (event) => {
    const target = (event.target as Element).closest<HTMLElement>('a, button');
    if (target?.tagName === 'BUTTON') {
      closeOthers(root, target);
      setOpen(target, target.getAttribute('aria-expanded') !== 'true');
    } else if (target) {
      const { language } = target.dataset;
      const button = target.closest('.languages')?.querySelector('button');
      closeOthers(root, null);
      if (language && chooseLanguage(language)) {
        event.preventDefault();
        button?.focus();
      }
    }
  });
  root.addEventListener('keydown', (event) => {
    // The innermost is the last one.
    const open = [...root.querySelectorAll<HTMLElement>(openButtons)].at(-1);
    if ((event as KeyboardEvent).key !== 'Escape' || !open) return;
    setOpen(open, false);
    open.focus();
  });
  root.addEventListener('focusout', (event) => {
    const next = (event as FocusEvent).relatedTarget;
    if (next instanceof Node && !root.contains(next)) closeOthers(root, null);
  });
}

/** Call it for clicks anywhere on the page. */
export function closeOutside(root: ShadowRoot, event: Event): void {
  if (!event.composedPath().includes(root)) closeOthers(root, null);
}
