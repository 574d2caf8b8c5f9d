/** Creates elements from attributes and text only, so that no content can become markup. */
export type Child = Node | string | null | undefined | false;
export type Attributes = Record<string, string | number | false | null | undefined>;

/** Creates an element. Omits attributes and children that are `null`, `undefined` or `false`. */
export function create(tag: string, attributes: Attributes, ...children: (Child | Child[])[]): HTMLElement {
  const created = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== null && value !== undefined && value !== false) created.setAttribute(name, String(value));
  }
  created.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return created;
}

export function createList(items: Child[], className?: string): HTMLElement {
  return create(
    'ul',
    { role: 'list', class: className },
    items.map((item) => create('li', {}, item)),
  );
}
