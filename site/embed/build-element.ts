/** Creates elements from attributes and text only, so that no content can become markup. */
export type Child = Node | string | null | undefined | false;
export type Attributes = Record<string, string | number | false | null | undefined>;

/** Omits attributes and children that are `null`, `undefined` or `false`. */
export function element(tag: string, attributes: Attributes, ...children: (Child | Child[])[]): HTMLElement {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== null && value !== undefined && value !== false) made.setAttribute(name, String(value));
  }
  made.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return made;
}

export function list(items: Child[], className?: string): HTMLElement {
  return element(
    'ul',
    { role: 'list', class: className },
    items.map((item) => element('li', {}, item)),
  );
}
