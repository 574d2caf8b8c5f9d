/** Elements from words: attributes and text only, so that nothing of the content can become markup. */
export type Child = Node | string | null | undefined | false;
export type Attributes = Record<string, string | number | boolean | null | undefined>;

/** An attribute of `null`, `undefined` or `false` is left out, and so is such a child. */
export function element(tag: string, attributes: Attributes, ...children: (Child | Child[])[]): HTMLElement {
  return fill(document.createElement(tag), attributes, children);
}

function fill<Made extends Element>(made: Made, attributes: Attributes, children: (Child | Child[])[]): Made {
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== null && value !== undefined && value !== false) made.setAttribute(name, value === true ? '' : String(value));
  }
  made.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return made;
}

/** A drawing of paths. */
export function drawing(width: number, height: number, className: string, paths: readonly Attributes[]): SVGElement {
  const svg = <Tag extends 'svg' | 'path'>(tag: Tag, attributes: Attributes, ...children: Element[]) =>
    fill(document.createElementNS('http://www.w3.org/2000/svg', tag), attributes, children);
  return svg('svg', { class: className, width, height, viewBox: `0 0 ${width} ${height}`, 'aria-hidden': 'true' }, ...paths.map((path) => svg('path', path)));
}

export function list(className: string, items: Child[]): HTMLElement {
  return element('ul', { role: 'list', class: className || null }, items.map((item) => element('li', {}, item)));
}
