/**
 * The page in a frame beside a form of Strapi's panel. The panel sends what its editor has typed, signed; the server renders it, and only the elements
 * that differ are replaced, so that nothing flickers and the page stays where it was scrolled to.
 */
import { loadSiteStyles } from './loading/stylesheet.ts';
import { swapped } from './navigation/swapped.ts';
import { trustedHtml } from './trusted-html.ts';

/** What the panel sends. */
interface Typed {
  type: 'preview:typed';
  /** Path and signed query to which the values are posted. */
  address: string;
  values: string;
}
/** What the panel gets: `values` when no page can be shown with these values. */
type Outcome = 'shown' | 'values' | 'failed';

const parts = ['body > header', 'main', 'body > footer'];
/** The document as the server wrote it last; scripts have changed the one in the frame. */
let shown: Document | undefined;

function replaceNode(live: ChildNode, next: Node): Node {
  const node = document.importNode(next, true);
  live.replaceWith(node);
  return node;
}

/** Makes `live` like `next`, where `last` and `next` differ. @returns the first node that is new. */
function update(live: ChildNode, last: Node, next: Node): Node | null {
  if (last.isEqualNode(next)) return null;
  const [lives, old, young] = [[...live.childNodes], [...last.childNodes], [...next.childNodes]];
  const isAlike =
    last instanceof Element &&
    // An island's content is React's.
    !last.localName.includes('-') &&
    lives.length === old.length &&
    last.cloneNode(false).isEqualNode(next.cloneNode(false));
  if (!isAlike) return replaceNode(live, next);
  let start = 0;
  while (start < Math.min(old.length, young.length) && old[start]?.isEqualNode(young[start] ?? null)) start += 1;
  let end = 0;
  while (end < Math.min(old.length, young.length) - start && old.at(-1 - end)?.isEqualNode(young.at(-1 - end) ?? null))
    end += 1;
  const removed = lives.slice(start, lives.length - end);
  const added = young.slice(start, young.length - end);
  if (removed.length === added.length)
    return removed
      .map((node, index) => {
        const [before, after] = [old[start + index], added[index]];
        return before && after ? update(node, before, after) : null;
      })
      .reduce<Node | null>((first, node) => first ?? node, null);
  const after = lives[lives.length - end] ?? null;
  for (const node of removed) node.remove();
  const nodes = added.map((node) => document.importNode(node, true));
  for (const node of nodes) live.insertBefore(node, after);
  return nodes.find((node) => node instanceof Element) ?? live;
}

/** Leads to a change that is out of sight. */
function showChange(node: Node): void {
  const element = node instanceof Element ? node : node.parentElement;
  const box = element?.getBoundingClientRect();
  if (box && (box.bottom < 0 || box.top > innerHeight))
    element?.scrollIntoView({ block: 'center', behavior: 'instant' });
}

function show(html: string): void {
  // The policy of the frame allows only the style that it began with; the sheet of the whole site has every rule.
  const next = new DOMParser().parseFromString(trustedHtml(html.replace(/<style>.*?<\/style>/s, '')), 'text/html');
  // The site has a newer release: its pages need its own scripts.
  if (next.documentElement.dataset['build'] !== document.documentElement.dataset['build']) return location.reload();
  const changed = parts.flatMap((selector) => {
    const [live, last, young] = [document, shown, next].map((one) => one?.querySelector(selector));
    if (!live || !young) return [];
    return (last ? update(live, last, young) : replaceNode(live, young)) ?? [];
  });
  const [first] = changed;
  if (first && shown) showChange(first);
  shown = next;
  if (first) document.dispatchEvent(new Event(swapped));
}

async function follow({ address, values }: Typed): Promise<Outcome> {
  try {
    const [answer] = await Promise.all([
      fetch(address, { method: 'POST', headers: { 'content-type': 'application/json' }, body: values }),
      loadSiteStyles(),
    ]);
    if (answer.status === 422) return 'values';
    if (!answer.ok) throw new Error(`${address} answered ${answer.status}`);
    show(await answer.text());
    return 'shown';
  } catch (error) {
    console.error('The preview does not follow.', error);
    return 'failed';
  }
}

function isTyped(data: unknown): data is Typed {
  const { type, address, values } = (data ?? {}) as Partial<Typed>;
  return type === 'preview:typed' && typeof values === 'string' && Boolean(address?.startsWith('/api/preview/frame?'));
}

/** The Content-Security-Policy lets only the panel frame this page, so the parent is the panel. */
export function followPanel(): void {
  addEventListener('message', ({ source, origin, data }) => {
    if (source !== parent || !isTyped(data)) return;
    void follow(data).then((outcome) => parent.postMessage({ type: 'preview:outcome', outcome }, origin));
  });
  // Links and forms would lead to pages that the panel may not frame.
  for (const type of ['click', 'submit'])
    document.addEventListener(
      type,
      (event) => {
        const link = event.target instanceof Element ? event.target.closest('a[href]') : null;
        if (type === 'click' && (!link || link.getAttribute('href')?.startsWith('#'))) return;
        event.preventDefault();
        event.stopImmediatePropagation();
      },
      { capture: true },
    );
  parent.postMessage({ type: 'preview:ready' }, '*');
}
