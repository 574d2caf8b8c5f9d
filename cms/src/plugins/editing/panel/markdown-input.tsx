/** The field for Markdown: the text as it is stored, with a toolbar, links to texts of the site, and pasted tables. */
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { Compartment, EditorState } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { Box, Field } from '@strapi/design-system';
import { useField } from '@strapi/strapi/admin';
import { useIntl } from 'react-intl';
import { styled, useTheme } from 'styled-components';
import { findLink, keepLineEnds, writeLink, type LinkPlace } from './markdown-commands';
import { baseExtensions, run, settingExtensions, type EditorSettings } from './markdown-editor';
import { LinkDialog } from './markdown-link';
import { MarkdownToolbar, type MarkdownKind } from './markdown-toolbar';
import { useColorScheme } from '../../../admin/use-color-scheme';
import { useSay } from '../../../admin/panel-words';
import { useFormLocale } from '../../../admin/use-form-document';

interface InputProps {
  kind: MarkdownKind;
  /** Most texts of the field have few lines. */
  isShort?: boolean;
  name: string;
  label?: React.ReactNode;
  labelAction?: React.ReactNode;
  hint?: React.ReactNode;
  required?: boolean;
  disabled?: boolean;
  onFocus?: React.FocusEventHandler;
  onBlur?: React.FocusEventHandler;
}

/** A long text scrolls in its field; or the field fills the window. */
const heights = { short: '7rem', usual: '40rem', tall: 'calc(100vh - 20rem)' };

const searchWords =
  'Find,Replace,next,previous,all,match case,regexp,by word,replace,replace all,close,current match,on line,replaced match on line $,replaced $ matches,Control character,Selection deleted'.split(
    ',',
  );

/** What CodeMirror says, in the language of the panel. */
function usePhrases(): Record<string, string> {
  const say = useSay('markdown');
  const { locale } = useIntl();
  return useMemo(
    () => Object.fromEntries(searchWords.map((words) => [words, say(`find.${words.replace(/\W+/g, '-')}`)])),
    [locale],
  );
}

/** Shows the focus as other fields do. */
const EditorBox = styled(Box)`
  &:has(.cm-content:focus) {
    border-color: ${({ theme }) => theme.colors.primary600};
    box-shadow: ${({ theme }) => theme.colors.primary600} 0 0 0 2px;
  }
`;

export function MarkdownInput(props: InputProps) {
  const {
    kind,
    isShort = false,
    name,
    label,
    labelAction,
    hint,
    required = false,
    disabled = false,
    onFocus,
    onBlur,
  } = props;
  const { value, error, onChange } = useField<string | null>(name);
  const language = useFormLocale() ?? 'en';
  const [isTall, setTall] = useState(false);
  const [link, setLink] = useState<LinkPlace | null>(null);
  const { colors } = useTheme();
  const { colorScheme } = useColorScheme();
  const phrases = usePhrases();
  const attributes = {
    'aria-labelledby': `${name}-label`,
    ...((error ?? hint) ? { 'aria-describedby': `${name}-${error ? 'error' : 'hint'}` } : {}),
    'aria-required': String(required),
    'aria-invalid': String(Boolean(error)),
  };
  const settings = useMemo<EditorSettings>(
    () => ({
      language,
      attributes,
      disabled,
      colors: { ...colors },
      isDark: colorScheme === 'dark',
      height: isTall
        ? { least: heights.tall, most: heights.tall }
        : { least: isShort ? heights.short : '16rem', most: heights.usual },
      phrases,
    }),
    [language, JSON.stringify(attributes), disabled, colors, colorScheme, isTall, isShort, phrases],
  );
  const openLink = (at: EditorView) => !at.state.readOnly && setLink(findLink(at.state));
  const { place, view } = useEditor(value ?? '', kind, settings, openLink, (text) => onChange(name, text));
  return (
    <Field.Root name={name} id={name} error={error} hint={hint} required={required} onFocus={onFocus} onBlur={onBlur}>
      <Field.Label action={labelAction} onClick={() => view?.focus()}>
        {label}
      </Field.Label>
      <EditorBox hasRadius overflow="hidden" borderColor={error ? 'danger600' : 'neutral200'} background="neutral0">
        <MarkdownToolbar
          kind={kind}
          view={view}
          disabled={disabled}
          openLink={openLink}
          isTall={isTall}
          toggleTall={() => setTall(!isTall)}
        />
        <div ref={place} />
      </EditorBox>
      <Field.Hint />
      <Field.Error />
      <LinkDialog
        link={link}
        language={language}
        close={() => setLink(null)}
        save={(made) => {
          if (view) run(view, writeLink(made));
          setLink(null);
        }}
        leave={() => view?.focus()}
      />
    </Field.Root>
  );
}

/** The editor in its place. What the form has instead of what was typed, as after Discard, replaces the text. */
function useEditor(
  text: string,
  kind: MarkdownKind,
  settings: EditorSettings,
  openLink: (view: EditorView) => void,
  change: (text: string) => void,
) {
  const place = useRef<HTMLDivElement>(null);
  const [view, setView] = useState<EditorView>();
  const [compartment] = useState(() => new Compartment());
  const latest = useRef({ settings, openLink, change });
  latest.current = { settings, openLink, change };
  /** Texts that the form was told, the newest at the end: it may answer with an earlier one while somebody types on. */
  const told = useRef<string[]>([text]);
  const start = (doc: string) =>
    EditorState.create({
      doc,
      extensions: [
        keepLineEnds(doc),
        compartment.of(settingExtensions(latest.current.settings)),
        baseExtensions(
          kind,
          (at) => latest.current.openLink(at),
          (typed) => {
            told.current.push(typed);
            latest.current.change(typed);
          },
        ),
      ],
    });
  useLayoutEffect(() => {
    if (!place.current) return undefined;
    const made = new EditorView({ parent: place.current, state: start(told.current.at(-1) ?? '') });
    setView(made);
    return () => made.destroy();
  }, []);
  useEffect(() => {
    view?.dispatch({ effects: compartment.reconfigure(settingExtensions(settings)) });
  }, [view, settings]);
  useEffect(() => {
    const at = told.current.lastIndexOf(text);
    if (at >= 0) return void told.current.splice(0, at);
    told.current = [text];
    return view?.setState(start(text));
  }, [view, text]);
  return { place, view };
}
