/** Opens and closes the menus of the header by mouse and keyboard: one at a time; Escape closes and restores the focus; a link closes all (R21). */
const openButtons = 'button[aria-expanded=true]';

/** Closes every open menu, except those whose button or panel contains `except`. */
export function closeOthers(root: ShadowRoot, except: Node | null): void {
  for (const button of root.querySelectorAll(openButtons)) {
    if (!button.contains(except) && !button.nextElementSibling?.contains(except)) button.ariaExpanded = 'false';
  }
}

/** Handles events inside the header; `site-frame.ts` handles clicks elsewhere on the page. */
export function setUpDisclosures(root: ShadowRoot): void {
  root.addEventListener('click', (event) => {
    const target = (event.target as Element).closest<HTMLElement>('a, button');
    if (target?.tagName === 'BUTTON') target.ariaExpanded = String(target.ariaExpanded !== 'true');
    else if (target) {
      const { language: lang } = target.dataset;
      if (lang) {
        // The link disappears with its menu; the button stays.
        target.closest('.item')?.querySelector('button')?.focus();
        // The host page may switch the language itself (`preventDefault`); otherwise the link leads to the site in it.
        if (
          !root.host.dispatchEvent(
            new CustomEvent('brokerfront-language', {
              bubbles: true,
              cancelable: true,
              composed: true,
              detail: { lang },
            }),
          )
        )
          event.preventDefault();
      }
      closeOthers(root, null);
    }
  });
  root.addEventListener('keydown', (event) => {
    // The last one is the innermost menu.
    const open = [...root.querySelectorAll<HTMLElement>(openButtons)].at(-1);
    if ((event as KeyboardEvent).key !== 'Escape' || !open) return;
    open.ariaExpanded = 'false';
    open.focus();
  });
  root.addEventListener('focusout', (event) => {
    // Only when the focus leaves the header: a menu that closes during a tap would move the button being tapped.
    const next = (event as FocusEvent).relatedTarget;
    if (next instanceof Node && !root.contains(next)) closeOthers(root, null);
  });
}
