/**
 * Tells whether a person can see and read a text: not hidden, cut off, outside the screen, tiny, in the colour of its background, or covered.
 */
import type { Page } from 'playwright-core';

/** Runs in the page, which gets its text: all that it needs is in it. @returns what is wrong with the text; empty when nothing is. */
function findFaults({ selector, start }: { selector: string; start: string }): string[] {
  const faults = new Set<string>();
  const element = [...document.querySelectorAll<HTMLElement>(selector)].find(({ textContent }) =>
    textContent.replaceAll(/\s+/g, ' ').trim().startsWith(start),
  );
  if (!element) return ['it is not there'];
  element.scrollIntoView({ block: 'center', behavior: 'instant' });
  if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true, contentVisibilityAuto: true }))
    faults.add('it is hidden');

  const ancestors: HTMLElement[] = [];
  for (let one: HTMLElement | null = element; one; one = one.parentElement) ancestors.push(one);
  const styles = ancestors.map((one) => getComputedStyle(one));
  if (styles.reduce((product, { opacity }) => product * Number(opacity), 1) < 0.99) faults.add('it is transparent');
  for (const { clip, clipPath, filter, maskImage } of styles) {
    if (clip !== 'auto' || clipPath !== 'none' || maskImage !== 'none') faults.add('it is clipped');
    if (filter !== 'none') faults.add('it is filtered');
  }

  const range = document.createRange();
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  const rectangles: DOMRect[] = [];
  while (walker.nextNode()) {
    range.selectNodeContents(walker.currentNode);
    if (String(walker.currentNode.nodeValue).trim()) rectangles.push(...range.getClientRects());
  }
  if (rectangles.length === 0) faults.add('none of it is drawn');
  const clips = ancestors
    .filter((_, index) => styles[index]?.overflow !== 'visible')
    .filter((one) => one !== document.body && one !== document.documentElement)
    .map((one) => one.getBoundingClientRect());
  for (const { left, right, top, bottom, height } of rectangles) {
    if (height < 11) faults.add(`its lines are ${height} px high`);
    if (left + scrollX < -1 || right + scrollX > document.documentElement.clientWidth + 1)
      faults.add('it is beside the screen');
    if (top + scrollY < 0) faults.add('it is above the page');
    if (
      clips.some(
        (clip) => left < clip.left - 1 || right > clip.right + 1 || top < clip.top - 4 || bottom > clip.bottom + 4,
      )
    )
      faults.add('it is cut off');
  }
  const size = Number.parseFloat(styles[0]?.fontSize ?? '');
  if (size < 12) faults.add(`its letters have ${size} px`);

  // oxlint-disable unicorn/consistent-function-scoping -- what is outside of this function is not in the page
  /** Red, green, blue and opacity. */
  const parts = (color: string) => {
    const [red = 0, green = 0, blue = 0, alpha = 1] = (color.match(/[\d.]+/g) ?? []).map(Number);
    return { channels: color.startsWith('color(') ? [red, green, blue] : [red / 255, green / 255, blue / 255], alpha };
  };
  // Relative luminance as WCAG defines it.
  const luminance = (channels: number[]) => {
    const [red = 0, green = 0, blue = 0] = channels.map((part) =>
      part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4,
    );
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  // oxlint-enable unicorn/consistent-function-scoping
  const ground = parts(
    styles.map(({ backgroundColor }) => backgroundColor).find((color) => parts(color).alpha > 0.99) ??
      'rgb(255, 255, 255)',
  );
  const ink = parts(styles[0]?.color ?? '');
  const [one, other] = [luminance(ink.channels), luminance(ground.channels)];
  const contrast = (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
  if (contrast < 4.5 || ink.alpha < 0.9) faults.add(`its contrast is ${contrast.toFixed(1)} at ${ink.alpha}`);

  // An element that lets clicks through still covers a text. In a layer, `!important` is stronger than any other.
  const style = document.head.appendChild(document.createElement('style'));
  style.textContent = '@layer { *, *::before, *::after { pointer-events: auto !important } }';
  for (const { left, right, top, bottom } of rectangles) {
    const topElement = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    if (top >= 0 && bottom <= innerHeight && !element.contains(topElement)) faults.add('something covers it');
  }
  style.remove();
  return [...faults];
}

/**
 * @param start the beginning of the text: the first element of the selector with it is checked.
 * @returns the faults; empty when the text is readable.
 */
export function textFaults(page: Page, selector: string, start: string): Promise<string[]> {
  return page.evaluate(findFaults, { selector, start });
}
