/** Suggestions below a search field: a combobox whose options are links (WAI-ARIA Authoring Practices, “list autocomplete with manual selection”). */
import { createAsyncData } from '../loading/async-data.ts';
import styles from './suggestions.module.css';

interface Suggestion {
  title: string;
  kind: string;
  path: string;
}

const minLength = 3;
/** One request per word, not one per letter. */
const debounceMs = 200;

let count = 0;

function createOption({ title, kind, path }: Suggestion, id: string): HTMLAnchorElement {
  const option = Object.assign(document.createElement('a'), { href: path, id, role: 'option', tabIndex: -1 });
  const kindText = Object.assign(document.createElement('span'), { textContent: kind });
  option.append(title, ' ', kindText);
  option.setAttribute('aria-selected', 'false');
  return option;
}

/** Creates the hidden list below a field. */
function createList(input: HTMLInputElement): HTMLElement {
  count += 1;
  return Object.assign(document.createElement('div'), {
    id: `suggestions-${count}`,
    role: 'listbox',
    ariaLabel: input.labels?.[0]?.textContent ?? input.ariaLabel,
    hidden: true,
    className: styles['list'] ?? '',
  });
}

/** Offers suggestions while the visitor types into a field. Enter without a choice searches for what was typed. */
export function suggest(input: HTMLInputElement): void {
  const list = createList(input);
  const suggestions = createAsyncData<Suggestion[]>({ blocking: true });
  let timer: ReturnType<typeof setTimeout> | undefined;
  let active = -1;

  const setActive = (index: number) => {
    active = index;
    for (const [position, option] of [...list.children].entries())
      option.setAttribute('aria-selected', String(position === index));
    const option = list.children[index];
    option?.scrollIntoView({ block: 'nearest' });
    if (option) input.setAttribute('aria-activedescendant', option.id);
    else input.removeAttribute('aria-activedescendant');
  };
  const show = (isOpen: boolean) => {
    list.hidden = !isOpen;
    input.ariaExpanded = String(isOpen);
    setActive(-1);
  };
  const ask = () => {
    clearTimeout(timer);
    const words = input.value.trim();
    if (words.length < minLength) return show(false);
    const query = new URLSearchParams({ q: words, locale: document.documentElement.lang });
    timer = setTimeout(() => void suggestions.load(`/api/search?${query}`), debounceMs);
  };

  Object.assign(input, { role: 'combobox', ariaAutoComplete: 'list', ariaExpanded: 'false', autocomplete: 'off' });
  input.setAttribute('aria-controls', list.id);
  input.after(list);
  suggestions.subscribe(() => {
    const { status, data } = suggestions.snapshot();
    if (status !== 'success' || !Array.isArray(data)) return;
    list.replaceChildren(...data.map((one, index) => createOption(one, `${list.id}-${index}`)));
    show(data.length > 0 && document.activeElement === input);
  });
  input.addEventListener('input', ask);
  input.addEventListener('blur', () => show(false));
  // A press on an option must not take the focus, or the list would close before the click.
  list.addEventListener('pointerdown', (event) => event.preventDefault());
  list.addEventListener('mousedown', (event) => event.preventDefault());
  list.addEventListener('click', () => show(false));
  input.addEventListener('keydown', (event) => {
    const { key } = event;
    const options = list.children.length;
    if (list.hidden) {
      if (key === 'ArrowDown' && options > 0) show(true);
      else return;
    } else if (key === 'ArrowDown') setActive(active + 1 < options ? active + 1 : -1);
    else if (key === 'ArrowUp') setActive(active < 0 ? options - 1 : active - 1);
    else if (key === 'Escape') show(false);
    else if (key === 'Enter' && active >= 0) (list.children[active] as HTMLAnchorElement).click();
    else return;
    event.preventDefault();
  });
  // The visitor may have typed while this was loading.
  if (input.value !== input.defaultValue) ask();
}
