/** The toolbar of a Markdown field: what the site shows. Tab leads to it and past it, arrows from button to button. */
import { Flex, IconButton } from '@strapi/design-system';
import {
  Bold,
  BulletList,
  Code,
  Collapse,
  Expand,
  GridNine,
  HeadingFour,
  HeadingThree,
  HeadingTwo,
  Italic,
  Link,
  NumberList,
  Quotes,
  StrikeThrough,
} from '@strapi/icons';
import * as Toolbar from '@radix-ui/react-toolbar';
import type { EditorView } from '@codemirror/view';
import { insertTable, toggleHeading, toggleList, toggleMark, toggleQuote, type Command } from './markdown-commands';
import { run } from './markdown-editor';
import { useSay } from '../../../admin/panel-words';

/** A text with blocks; or one line of emphasis, code and links. */
export type MarkdownKind = 'text' | 'line';

interface ToolbarProps {
  kind: MarkdownKind;
  view: EditorView | undefined;
  disabled: boolean;
  openLink: (view: EditorView) => void;
  isTall: boolean;
  toggleTall: () => void;
}

interface Tool {
  name: string;
  icon: React.ReactNode;
  command: Command;
  /** Pressed together with Ctrl, on a Mac with ⌘. */
  letter?: string;
}

const groups: Tool[][] = [
  [
    { name: 'heading-2', icon: <HeadingTwo />, command: toggleHeading(2) },
    { name: 'heading-3', icon: <HeadingThree />, command: toggleHeading(3) },
    { name: 'heading-4', icon: <HeadingFour />, command: toggleHeading(4) },
  ],
  [
    { name: 'bold', icon: <Bold />, letter: 'B', command: toggleMark('**') },
    { name: 'italic', icon: <Italic />, letter: 'I', command: toggleMark('*') },
    { name: 'strike', icon: <StrikeThrough />, command: toggleMark('~~') },
    { name: 'code', icon: <Code />, command: toggleMark('`') },
  ],
  [
    { name: 'bullets', icon: <BulletList />, command: toggleList('bullets') },
    { name: 'numbers', icon: <NumberList />, command: toggleList('numbers') },
    { name: 'quote', icon: <Quotes />, command: toggleQuote },
  ],
];

/** What one line may have. */
const lineTools = new Set(['bold', 'italic', 'code']);

const isMac = /Mac|iP(?:hone|ad)/.test(navigator.platform);

interface ToolButtonProps {
  name: string;
  icon: React.ReactNode;
  letter?: string | undefined;
  pressed?: boolean;
  use: () => void;
}

function ToolButton({ name, icon, letter, pressed, use }: ToolButtonProps) {
  const say = useSay('markdown');
  const keys = letter && (isMac ? ` (⌘${letter})` : ` (Ctrl+${letter})`);
  return (
    <Toolbar.Button asChild aria-pressed={pressed} onClick={use}>
      <IconButton variant="ghost" size="S" label={`${say(name)}${keys ?? ''}`}>
        {icon}
      </IconButton>
    </Toolbar.Button>
  );
}

export function MarkdownToolbar({ kind, view, disabled, openLink, isTall, toggleTall }: ToolbarProps) {
  const say = useSay('markdown');
  const shown = kind === 'text' ? groups : groups.map((tools) => tools.filter(({ name }) => lineTools.has(name)));
  const use = (command: Command) => {
    if (!view) return;
    run(view, command);
    view.focus();
  };
  return (
    <Toolbar.Root asChild aria-label={say('toolbar')}>
      <Flex background="neutral100" padding={2} gap={2} wrap="wrap">
        {!disabled &&
          shown.map(
            (tools, at) =>
              tools.length > 0 && (
                <Flex key={at} gap={1}>
                  {tools.map(({ name, icon, letter, command }) => (
                    <ToolButton key={name} name={name} icon={icon} letter={letter} use={() => use(command)} />
                  ))}
                </Flex>
              ),
          )}
        {!disabled && (
          <Flex gap={1}>
            <ToolButton name="link" icon={<Link />} letter="K" use={() => view && openLink(view)} />
            {kind === 'text' && (
              <ToolButton name="table" icon={<GridNine />} use={() => use(insertTable(say('column')))} />
            )}
          </Flex>
        )}
        <Flex marginLeft="auto">
          <ToolButton name="tall" icon={isTall ? <Collapse /> : <Expand />} pressed={isTall} use={toggleTall} />
        </Flex>
      </Flex>
    </Toolbar.Root>
  );
}
