/** The editor of a Markdown field: CodeMirror with what the panel's languages, colours and rules need. It changes nothing that nobody typed. */
import { defaultKeymap, history, historyKeymap, insertNewline, isolateHistory } from '@codemirror/commands';
import { closeSearchPanel, findNext, findPrevious, openSearchPanel, search } from '@codemirror/search';
import { EditorState, type Extension } from '@codemirror/state';
import {
  Decoration,
  EditorView,
  highlightSpecialChars,
  keymap,
  MatchDecorator,
  ViewPlugin,
  type DecorationSet,
  type KeyBinding,
  type ViewUpdate,
} from '@codemirror/view';
import { continueList, insertMarkdown, isBlock, toggleMark, type Command } from './markdown-commands';
import { readPasted } from './markdown-paste';
import type { MarkdownKind } from './markdown-toolbar';

export interface EditorSettings {
  /** Of the text, for spelling. */
  language: string;
  attributes: Record<string, string>;
  disabled: boolean;
  colors: Record<string, string>;
  isDark: boolean;
  height: { least: string; most: string };
  phrases: Record<string, string>;
}

/** @returns whether there was something to do. */
export function run(view: EditorView, command: Command): boolean {
  const change = view.state.readOnly ? null : command(view.state);
  // Undo takes it back alone, also when somebody types on at once.
  if (change) view.dispatch({ ...change, annotations: isolateHistory.of('full') });
  return change !== null;
}

const key = (name: string, command: Command): KeyBinding => ({ key: name, run: (view) => run(view, command) });

/** Tab is not among them: it leaves the editor, as any field. */
const keys = (openLink: (view: EditorView) => void): KeyBinding[] => [
  key('Mod-b', toggleMark('**')),
  key('Mod-i', toggleMark('*')),
  { key: 'Mod-k', run: (view) => (openLink(view), true), preventDefault: true },
  { key: 'Enter', run: (view) => run(view, continueList) || insertNewline(view) },
  { key: 'Mod-f', run: openSearchPanel, scope: 'editor search-panel' },
  { key: 'F3', run: findNext, shift: findPrevious, scope: 'editor search-panel', preventDefault: true },
  { key: 'Escape', run: closeSearchPanel, scope: 'editor search-panel' },
  ...historyKeymap,
  ...defaultKeymap,
];

const parse = (html: string) => new DOMParser().parseFromString(html, 'text/html').body;

/** A single line takes no blocks: of a text with them, it gets the words alone. */
const createPaste = (kind: MarkdownKind) => (event: ClipboardEvent, view: EditorView) => {
  const data = event.clipboardData;
  const markdown = data && readPasted(data.getData('text/html'), data.getData('text/plain'), parse);
  if (!markdown || view.state.readOnly || (kind === 'line' && isBlock(markdown))) return false;
  event.preventDefault();
  return run(view, insertMarkdown(markdown));
};

const marks = (
  [
    ['heading', '^#{1,6} .*'],
    ['strong', '\\*\\*\\S(?:.*?\\S)?\\*\\*'],
    ['em', '(?<![*\\\\\\w])\\*[^*\\s](?:[^*]*[^*\\s])?\\*(?!\\*)'],
    ['link', '\\[[^[\\]]*\\]\\([^()\\s]*\\)'],
    ['figure', '\\{\\{[^{}]*\\}\\}'],
  ] as const
).map(([name, pattern]) => ({ name, pattern }));
const classes = marks.map(({ name }) => Decoration.mark({ class: `cm-markdown-${name}` }));
const decorator = new MatchDecorator({
  regexp: new RegExp(marks.map(({ pattern }) => `(${pattern})`).join('|'), 'g'),
  decoration: (match) => classes[match.slice(1).findIndex((group) => group !== undefined)] ?? null,
});
const shownMarks = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet;
    constructor(view: EditorView) {
      this.decorations = decorator.createDeco(view);
    }
    update(update: ViewUpdate) {
      this.decorations = decorator.updateDeco(update, this.decorations);
    }
  },
  { decorations: (plugin) => plugin.decorations },
);

/** What every text has. @param changed gets the text after each change that somebody made. */
export function baseExtensions(
  kind: MarkdownKind,
  openLink: (view: EditorView) => void,
  changed: (text: string) => void,
): Extension {
  return [
    history(),
    highlightSpecialChars(),
    search({ top: true }),
    keymap.of(keys(openLink)),
    EditorView.lineWrapping,
    EditorView.clipboardInputFilter.of((text, state) => text.replace(/\r\n?|\n/g, state.lineBreak)),
    EditorView.domEventHandlers({ paste: createPaste(kind) }),
    EditorView.updateListener.of(({ docChanged, state }) => {
      if (docChanged) changed(state.sliceDoc());
    }),
    shownMarks,
  ];
}

/** What changes with the form and the panel. */
export function settingExtensions(settings: EditorSettings): Extension {
  const { language, attributes, disabled, colors, isDark, height, phrases } = settings;
  return [
    EditorState.readOnly.of(disabled),
    EditorView.editable.of(!disabled),
    EditorState.phrases.of(phrases),
    EditorView.contentAttributes.of({
      lang: language,
      spellcheck: 'true',
      autocapitalize: 'sentences',
      ...attributes,
      // Reached by keyboard, to read it.
      ...(disabled && { tabindex: '0', 'aria-readonly': 'true' }),
    }),
    EditorView.theme(
      {
        '&': {
          fontSize: '1.4rem',
          color: colors.neutral800 ?? '',
          backgroundColor: (disabled ? colors.neutral150 : colors.neutral0) ?? '',
        },
        '&.cm-focused': { outline: 'none' },
        '.cm-scroller': { fontFamily: 'inherit', lineHeight: '1.5', minHeight: height.least, maxHeight: height.most },
        '.cm-content': { padding: '1.2rem 1rem', caretColor: colors.neutral800 ?? '' },
        '.cm-line': { padding: '0 0.6rem' },
        '.cm-specialChar': { color: colors.danger600 ?? '' },
        '.cm-markdown-heading, .cm-markdown-strong': { fontWeight: '600' },
        '.cm-markdown-em': { fontStyle: 'italic' },
        '.cm-markdown-link, .cm-markdown-figure': { color: (disabled ? undefined : colors.primary600) ?? 'inherit' },
        '.cm-searchMatch': { color: colors.neutral800 ?? '', backgroundColor: colors.warning200 ?? '' },
        '.cm-searchMatch-selected': { backgroundColor: colors.primary200 ?? '' },
        '.cm-searchMatch *': { color: 'inherit' },
        '.cm-textfield::placeholder': { color: colors.neutral600 ?? '', opacity: '1' },
        '.cm-panels': { color: colors.neutral800 ?? '', backgroundColor: colors.neutral100 ?? '' },
        '.cm-panels-top': { borderBottom: `1px solid ${colors.neutral200}` },
        '.cm-panel.cm-search': { padding: '0.8rem 3.2rem 0.8rem 1.2rem' },
        '.cm-panel.cm-search :is(label, input, button)': { fontSize: '1.2rem' },
        '.cm-panel.cm-search [name=close]': { fontSize: '2rem', color: 'inherit' },
        '.cm-textfield': {
          color: 'inherit',
          backgroundColor: colors.neutral0 ?? '',
          borderColor: colors.neutral500 ?? '',
        },
        '.cm-button': { color: 'inherit', backgroundImage: 'none', backgroundColor: colors.neutral0 ?? '' },
      },
      { dark: isDark },
    ),
  ];
}
