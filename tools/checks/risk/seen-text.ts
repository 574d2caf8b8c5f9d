/**
 * Measures texts as a person sees them: whether something hides them, how large and dark they are, and where on the page they stand. Works without
 * knowing how a page is built, so that it does not matter in which way a style hides a text.
 */
import type { Page } from 'playwright-core';

interface WantedText {
  selector: string;
  /** The beginning of the text: the first element of the selector with it is measured. */
  start: string;
}

export interface SeenText {
  /** Why a person cannot read it; empty when a person can. */
  faults: string[];
  /** Of its smallest letters, in pixels. */
  size: number;
  /** Of its palest letters (WCAG). */
  contrast: number;
  /** Pixels from the top of the page. */
  top: number;
  bottom: number;
}

export interface SeenPage {
  /** Null for a text that is not on the page. */
  texts: (SeenText | null)[];
  /** The largest other text of the page, which is what it claims. */
  claim: { words: string; size: number; contrast: number };
  /** The size of most letters of the content, and at most that of its paragraphs. */
  usualSize: number;
  /** Where the content ends, and the height of the screen, in pixels. */
  contentEnd: number;
  screen: number;
}

interface Measured {
  wanted: readonly WantedText[];
  /** Selector of the question that a visitor answers first. */
  answered: string;
  /** Leaves out what the texts are compared with, which takes a look at every text of the page. */
  textsOnly: boolean;
}

/** Runs in the page, which gets its text: all that it needs is in it. */
function measure({ wanted, answered, textsOnly }: Measured): SeenPage {
  // oxlint-disable unicorn/consistent-function-scoping -- what is outside of this function is not in the page
  /** Red, green, blue from 0 to 1, and opacity. */
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
  const listAncestors = (element: HTMLElement) => {
    const ancestors: HTMLElement[] = [];
    for (let one: HTMLElement | null = element; one; one = one.parentElement) ancestors.push(one);
    return ancestors;
  };
  /** The contrast of an element's letters with the nearest background; 0 when the letters are transparent. */
  const measureContrast = (element: HTMLElement) => {
    const grounds = listAncestors(element).map((one) => getComputedStyle(one).backgroundColor);
    const ground = parts(grounds.find((color) => parts(color).alpha > 0.99) ?? 'rgb(255, 255, 255)');
    const ink = parts(getComputedStyle(element).color);
    if (ink.alpha < 0.9) return 0;
    const [one, other] = [luminance(ink.channels), luminance(ground.channels)];
    return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
  };
  const listTexts = (root: Node) => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const found: { node: Node; parent: HTMLElement; size: number }[] = [];
    while (walker.nextNode()) {
      const node = walker.currentNode;
      const parent = node.parentElement;
      if (parent && String(node.nodeValue).trim() && !/^(?:script|style|noscript|template)$/i.test(parent.tagName))
        found.push({ node, parent, size: Number.parseFloat(getComputedStyle(parent).fontSize) });
    }
    return found;
  };
  const listRectangles = (nodes: Node[]) =>
    nodes.flatMap((node) => {
      const range = document.createRange();
      range.selectNodeContents(node);
      return [...range.getClientRects()];
    });
  const isShown = (element: HTMLElement) =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true, contentVisibilityAuto: true });
  /** An element without content of its own, of whose background one sees a quarter at most. */
  const isTint = (element: Element) =>
    element.tagName === 'DIV' &&
    [...element.childNodes].every(({ nodeType, nodeValue }) => nodeType !== 3 || !String(nodeValue).trim()) &&
    [null, '::before', '::after'].every((pseudo) => {
      const { backgroundColor, backgroundImage, opacity } = getComputedStyle(element, pseudo);
      return backgroundImage === 'none' && parts(backgroundColor).alpha * Number(opacity) <= 0.25;
    });
  // oxlint-enable unicorn/consistent-function-scoping

  /** Finds the element in front of a line of the text; null when there is none, or the line is not on the screen. */
  const findCover = (element: HTMLElement, texts: { node: Node }[], index: number): Element | null => {
    const { left = 0, right = 0, top = -1, bottom = 0 } = listRectangles(texts.map(({ node }) => node))[index] ?? {};
    if (top < 0 || bottom > innerHeight) return null;
    const front = document
      .elementsFromPoint((left + right) / 2, (top + bottom) / 2)
      .find((one) => element.contains(one) || !isTint(one));
    return front && element.contains(front) ? null : (front ?? document.documentElement);
  };

  const measureText = (element: HTMLElement): SeenText => {
    const faults = new Set<string>();
    element.scrollIntoView({ block: 'center', behavior: 'instant' });
    if (!isShown(element)) faults.add('it is hidden');

    const ancestors = listAncestors(element);
    const styles = ancestors.map((one) => getComputedStyle(one));
    if (styles.reduce((product, { opacity }) => product * Number(opacity), 1) < 0.99) faults.add('it is transparent');
    for (const { clip, clipPath, filter, maskImage } of styles) {
      if (clip !== 'auto' || clipPath !== 'none' || maskImage !== 'none') faults.add('it is clipped');
      if (filter !== 'none') faults.add('it is filtered');
    }

    const texts = listTexts(element);
    const rectangles = listRectangles(texts.map(({ node }) => node));
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
    const size = Math.min(...texts.map((text) => text.size));
    if (size < 12) faults.add(`its letters have ${size} px`);
    const contrast = Math.min(...texts.map(({ parent }) => measureContrast(parent)));
    if (contrast < 4.5) faults.add(`its contrast is ${contrast.toFixed(1)}`);

    // An element that lets clicks through still covers a text. Not one that only tints it, as the page behind an open question is. In a layer, `!important` is stronger than any other.
    const style = document.head.appendChild(document.createElement('style'));
    style.textContent = '@layer { *, *::before, *::after { pointer-events: auto !important } }';
    const first = scrollY + Math.min(...rectangles.map(({ top }) => top));
    const last = scrollY + Math.max(...rectangles.map(({ bottom }) => bottom));
    for (const index of rectangles.keys()) {
      if (findCover(element, texts, index)?.closest(answered)) {
        // A visitor scrolls until the line is above the question.
        const line = listRectangles(texts.map(({ node }) => node))[index];
        scrollBy({ top: (line?.top ?? 0) - innerHeight / 4, behavior: 'instant' });
      }
      if (findCover(element, texts, index)) faults.add('something covers it');
    }
    style.remove();
    return { faults: [...faults], size, contrast, top: first, bottom: last };
  };

  const elements = wanted.map(({ selector, start }) =>
    [...document.querySelectorAll<HTMLElement>(selector)].find(({ textContent }) =>
      textContent.replaceAll(/\s+/g, ' ').trim().startsWith(start),
    ),
  );
  const main = document.querySelector('main') ?? document.body;
  const others = (textsOnly ? [] : listTexts(document.body)).filter(
    ({ node, parent }) => isShown(parent) && !elements.some((element) => element?.contains(node)),
  );
  const claim = others.toSorted((one, other) => other.size - one.size)[0];
  const letters = new Map<number, number>();
  for (const { node, size } of others)
    if (main.contains(node)) letters.set(size, (letters.get(size) ?? 0) + String(node.nodeValue).trim().length);
  const [usual] = [...letters].toSorted(([, one], [, other]) => other - one);
  return {
    texts: elements.map((element) => (element ? measureText(element) : null)),
    claim: {
      words: String(claim?.node.nodeValue).trim().slice(0, 80),
      size: claim?.size ?? 0,
      contrast: claim ? measureContrast(claim.parent) : 0,
    },
    usualSize: Math.min(usual?.[0] ?? 0, Number.parseFloat(getComputedStyle(document.body).fontSize)),
    contentEnd: main.getBoundingClientRect().bottom + scrollY,
    screen: innerHeight,
  };
}

/** The question for consent: it covers what is below it until the visitor answers. */
const answered = '#cc-main';

/** @returns in the order of the wanted texts. The page must not have a Content-Security-Policy that refuses a style. */
export function measureTexts(page: Page, wanted: readonly WantedText[]): Promise<SeenPage> {
  return page.evaluate(measure, { wanted, answered, textsOnly: false });
}

/** @returns what hides a text; empty when a person can read it. */
export async function textFaults(page: Page, selector: string, start: string): Promise<string[]> {
  const { texts } = await page.evaluate(measure, { wanted: [{ selector, start }], answered, textsOnly: true });
  const [seen] = texts;
  return seen ? seen.faults : ['it is not there'];
}
