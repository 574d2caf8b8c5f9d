/** React for the browser, in one chunk of its own: the only module here that imports it. */
import { type FC, createElement, useEffect } from 'react';
import { type Root, createRoot, hydrateRoot } from 'react-dom/client';

/** Hydrates server HTML and resolves when its handlers are attached. */
export function hydrate<Props extends object>(element: Element, component: FC<Props>, props: Props): Promise<Root> {
  return new Promise((resolve) => {
    const onMounted = () => resolve(root);
    const root = hydrateRoot(element, createElement(Mounted<Props>, { component, props, onMounted }));
  });
}

/** Reports the end of hydration: its effect runs after React has attached the handlers below it. Otherwise a replayed click could come too early. */
function Mounted<Props extends object>({
  component,
  props,
  onMounted,
}: {
  component: FC<Props>;
  props: Props;
  onMounted: () => void;
}) {
  useEffect(onMounted, [onMounted]);
  return createElement(component, props);
}

/** Renders what has no server HTML, such as messages that appear while a page is open. */
export function mount<Props extends object>(element: Element, component: FC<Props>, props: Props): Root {
  const root = createRoot(element);
  root.render(createElement(component, props));
  return root;
}
