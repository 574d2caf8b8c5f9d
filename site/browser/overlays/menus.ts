/** Closes menus on Escape, on a click outside, and on a link inside (R21), which `details` and popover cannot do in HTML alone. */

/** Closes the open menus. @returns the last one, if any. */
function closeMenus(except?: Element | null): HTMLDetailsElement | undefined {
  let closed;
  for (const menu of document.querySelectorAll<HTMLDetailsElement>('details[data-menu][open]')) {
    if (menu === except) continue;
    menu.open = false;
    closed = menu;
  }
  return closed;
}

function closePopover(): void {
  document.getElementById('site-menu')?.togglePopover(false);
}

export function setUpMenus(): void {
  document.addEventListener('click', ({ target }) => {
    const link = (target as Element).closest('a');
    closeMenus(link ? null : (target as Element).closest('details[data-menu]'));
    if (link) closePopover();
  });
  document.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') closeMenus()?.querySelector('summary')?.focus();
  });
  // A rotated tablet may cross the breakpoint with its menu open; above it the header shows the menu, not a popover.
  matchMedia('(width > 48rem)').addEventListener('change', closePopover);
}
