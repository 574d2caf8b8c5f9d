/** React for the browser, in one chunk of its own: the only module here that imports it. */
import { Component, type FC, type ReactNode, createElement, useEffect, useState, useSyncExternalStore } from 'react';
import { type Root, createRoot, hydrateRoot } from 'react-dom/client';
import type { Field } from '../edited-field.ts';

const listFields = (nodes: readonly Node[]) =>
  nodes.flatMap((node) =>
    node instanceof Element
      ? [...node.querySelectorAll<Field>('input:not([type=radio], [type=checkbox]), select, textarea')]
      : [],
  );

/**
 * Hydrates server HTML and resolves when its handlers are attached. When the component throws, then or later, or when something has changed the
 * HTML (a translator, an extension), this restores the server's HTML, with the text that the visitor typed.
 * @param onFailure called with the reason, at most once.
 */
export function hydrate<Props extends object>(
  element: Element,
  component: FC<Props>,
  props: Props,
  onFailure: (error: unknown) => void,
): Promise<Root> {
  const nodes = [...element.childNodes];
  // Once React has changed the nodes, their first state is needed: a time or an amount that nobody updates any more would be wrong.
  const served = nodes.map((node) => node.cloneNode(true));
  return new Promise((resolve, reject) => {
    let mounted = false;
    const onMounted = () => {
      mounted = true;
      resolve(root);
    };
    const onError = (error: unknown, focused: Element | null) => {
      const [before, after] = [listFields(nodes), listFields(mounted ? served : nodes)];
      element.replaceChildren(...(mounted ? served : nodes));
      for (const field of after) {
        const { value } = before.find(({ name }) => name === field.name) ?? field;
        if (field.value !== value) field.value = value;
      }
      const target = mounted ? after[before.indexOf(focused as Field)] : focused;
      if (target instanceof HTMLElement && element.contains(target)) target.focus({ preventScroll: true });
      if (mounted && focused instanceof HTMLInputElement && focused.selectionStart !== null)
        (target as HTMLInputElement | undefined)?.setSelectionRange(focused.selectionStart, focused.selectionEnd);
      reject(error instanceof Error ? error : new Error(String(error)));
      onFailure(error);
    };
    const island = createElement(component, { ...props, key: 'island' });
    const root = hydrateRoot(element, createElement(Guarded, { onError, onMounted }, island), {
      // Otherwise React would write it to the console as well.
      onCaughtError: () => undefined,
    });
  });
}

interface GuardedProps {
  onError: (error: unknown, focused: Element | null) => void;
  onMounted: () => void;
  children?: ReactNode;
}

/** The error boundary around every island. */
class Guarded extends Component<GuardedProps, { failed: boolean }> {
  override state = { failed: false };
  #focused: Element | null = null;

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidCatch(error: unknown) {
    this.props.onError(error, this.#focused);
  }

  override render() {
    const { children, onMounted } = this.props;
    // `HydrationEnd` comes after the island, so that an error of the island itself is reported first.
    if (!this.state.failed) return [children, createElement(HydrationEnd, { key: 'end', onMounted })];
    // React has not removed anything yet.
    this.#focused = document.activeElement;
    return null;
  }
}

/** Subscribes to a value that never changes. */
const subscribeToConstant = () => () => undefined;

/**
 * Reports the end of hydration: its effect runs after React has attached the handlers of the island. Otherwise a replayed click could come too early.
 * @throws when React gives up hydration to replace the HTML: what was typed would be lost.
 */
function HydrationEnd({ onMounted }: { onMounted: () => void }) {
  const hydrating = useSyncExternalStore(
    subscribeToConstant,
    () => false,
    () => true,
  );
  const [hydrated] = useState(hydrating);
  if (!hydrated) throw new Error('The HTML of an island is not that of the server.');
  useEffect(onMounted, [onMounted]);
  return null;
}

/** Renders a component without server HTML, such as a message that appears while a page is open. */
export function mount<Props extends object>(element: Element, component: FC<Props>, props: Props): Root {
  const root = createRoot(element);
  root.render(createElement(component, { ...props, key: 'island' }));
  return root;
}
