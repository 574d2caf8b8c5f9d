/**
 * Says whether the target of a fragment is open, and directly below the header. Runs in the page: it may use only its parameter.
 * @param path of the page, with its fragment. @returns `arrived`, or what is wrong.
 */
export function isArrived(path: string): string {
  const id = path.slice(path.indexOf('#') + 1);
  const target = document.getElementById(id);
  if (location.pathname + location.hash !== path || !target) return `at ${location.href}`;
  const outer = target.closest('details');
  if (outer && !outer.open) return 'closed';
  const header = document.querySelector('[data-header]');
  const edge = header && getComputedStyle(header).position === 'sticky' ? header.getBoundingClientRect().bottom : 0;
  const below = target.getBoundingClientRect().top - edge;
  const isLast = Math.ceil(scrollY + innerHeight) >= document.documentElement.scrollHeight - 1;
  return below >= 0 && (below < 80 || (isLast && below < innerHeight)) ? 'arrived' : `${below} px below the header`;
}
