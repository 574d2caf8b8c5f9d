/** What `details` and popover cannot say in HTML: menus close on Escape, on a click outside, and on a link inside (R21). */

function closeMenus(except?: Element | null): void {
  for (const menu of document.querySelectorAll<HTMLDetailsElement>('details[data-menu][open]')) {
    if (menu !== except) menu.open = false;
  }
}

export function tendMenus(): void {
  document.addEventListener('click', (event) => {
    const target = event.target instanceof Element ? event.target : null;
    closeMenus(target?.closest('a') ? null : target?.closest('details[data-menu]'));
    const popover = target?.closest('a')?.closest<HTMLElement>('[popover]');
    if (popover?.matches(':popover-open')) popover.hidePopover();
  });
  document.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return;
    const open = document.querySelector<HTMLDetailsElement>('details[data-menu][open]');
    closeMenus();
    open?.querySelector('summary')?.focus();
  });
}
