/**
 * The panel “Page beside the form”: at the right of the screen, the page at one of three widths with what is typed before it is saved, or, beside a translation, what
 * changed in English since.
 */
import { useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { Box, Button, Flex, IconButton, Typography } from '@strapi/design-system';
import { Cross } from '@strapi/icons';
import { useIsDesktop } from '@strapi/strapi/admin';
import type { PanelComponent } from '@strapi/content-manager/strapi-admin';
import { offers } from '../../../admin/offers';
import { useSay } from '../../../admin/panel-words';
import { useFormLocale } from '../../../admin/use-form-document';
import { type PreviewState, useTypedPreview } from './use-typed-preview';

/** Pixels: the width of the page. `app.tsx` has those of the panel. */
const devices = { phone: 360, tablet: 768, desktop: 1440 };
type Device = keyof typeof devices;
const names = Object.keys(devices) as Device[];
type Choice = Device | 'source';
const sourceLocale = 'en';

/** The browser remembers the choice, or nothing while nothing stands beside the form. */
const storageKey = 'brokerfront-preview-beside';

/** The next form opens with what changed in English beside it. */
export function showSourceNext(): void {
  localStorage.setItem(storageKey, 'source' satisfies Choice);
}

export const PreviewPanel: PanelComponent = ({ activeTab, model, documentId, document: entry }) => {
  const say = useSay('beside');
  const hasRoom = useIsDesktop();
  if (!hasRoom || activeTab === 'published' || !model.startsWith('api::')) return null;
  return {
    title: say('title'),
    content: <Preview uid={model} documentId={documentId ?? entry?.documentId} savedAt={entry?.updatedAt} />,
  };
};

interface PreviewProps {
  uid: string;
  documentId: string | undefined;
  savedAt: string | undefined;
}

function Preview(props: PreviewProps) {
  const say = useSay('beside');
  const locale = useFormLocale() ?? sourceLocale;
  const { SourceChanges } = offers;
  const choices: Choice[] = SourceChanges && props.documentId && locale !== sourceLocale ? [...names, 'source'] : names;
  const [wanted, setWanted] = useState(() => localStorage.getItem(storageKey));
  const choice = choices.find((name) => name === wanted);
  const opener = useRef<HTMLButtonElement>(null);
  const choose = (next: Choice | undefined) => {
    localStorage.setItem(storageKey, next ?? '');
    setWanted(next ?? null);
    if (!next) opener.current?.focus();
  };
  return (
    <>
      <Button
        ref={opener}
        variant={choice ? 'secondary' : 'tertiary'}
        aria-expanded={choice !== undefined}
        width="100%"
        onClick={() => choose(choice ? undefined : 'desktop')}
      >
        {say(choice ? 'hide' : 'show')}
      </Button>
      {choice &&
        createPortal(
          SourceChanges && choice === 'source' ? (
            <Beside choices={choices} choice={choice} onChoose={choose} isBusy={false}>
              <SourceChanges key={locale} uid={props.uid} documentId={props.documentId ?? ''} locale={locale} />
            </Beside>
          ) : (
            <TypedPage {...props} choices={choices} choice={choice as Device} onChoose={choose} />
          ),
          document.body,
        )}
    </>
  );
}

const messages: Partial<Record<PreviewState, string>> = { values: 'values', failed: 'failed', refused: 'refused' };

interface BesideProps {
  choices: readonly Choice[];
  choice: Choice;
  onChoose: (next: Choice | undefined) => void;
}

function TypedPage({
  choices,
  choice,
  onChoose,
  ...props
}: PreviewProps & Omit<BesideProps, 'choice'> & { choice: Device }) {
  const say = useSay('beside');
  const frame = useRef<HTMLIFrameElement>(null);
  const { address, state } = useTypedPreview(props, frame);
  const message = messages[state];
  return (
    <Beside choices={choices} choice={choice} onChoose={onChoose} isBusy={state === 'asking'}>
      <Box role="status" paddingLeft={3} paddingRight={3} paddingBottom={message ? 2 : 0}>
        {message && <Typography textColor="warning700">{say(message)}</Typography>}
      </Box>
      <ScaledFrame frame={frame} address={address} width={devices[choice]} title={say('frame')} />
    </Beside>
  );
}

function Beside({
  choices,
  choice,
  onChoose,
  isBusy,
  children,
}: BesideProps & { isBusy: boolean; children: React.ReactNode }) {
  const say = useSay('beside');
  return (
    <Flex
      tag="aside"
      aria-label={say('title')}
      aria-busy={isBusy}
      data-beside={choice}
      direction="column"
      alignItems="stretch"
      background="neutral0"
      borderColor="neutral150"
    >
      <Flex gap={1} padding={2} role="group" aria-label={say('width')} wrap="wrap">
        {choices.map((name) => (
          <Button
            key={name}
            size="S"
            variant={name === choice ? 'secondary' : 'tertiary'}
            aria-pressed={name === choice}
            onClick={() => onChoose(name)}
          >
            {say(name)}
          </Button>
        ))}
        <Box style={{ marginInlineStart: 'auto' }}>
          <IconButton variant="ghost" label={say('hide')} onClick={() => onChoose(undefined)}>
            <Cross />
          </IconButton>
        </Box>
      </Flex>
      {children}
    </Flex>
  );
}

interface FrameProps {
  frame: React.RefObject<HTMLIFrameElement>;
  address: string | undefined;
  width: number;
  title: string;
}

/** As wide as the page wants to be, and made smaller until it fits. */
function ScaledFrame({ frame, address, width, title }: FrameProps) {
  const box = useRef<HTMLDivElement>(null);
  const [size, setSize] = useState({ width, height: 0 });
  useLayoutEffect(() => {
    const { current } = box;
    if (!current) return undefined;
    const observer = new ResizeObserver(() => setSize({ width: current.clientWidth, height: current.clientHeight }));
    observer.observe(current);
    return () => observer.disconnect();
  }, []);
  const scale = Math.min(1, size.width / width);
  return (
    <div ref={box} style={{ flex: 1, overflow: 'hidden', minBlockSize: 0 }}>
      {address && (
        <iframe
          ref={frame}
          title={title}
          src={address}
          style={{
            inlineSize: width,
            blockSize: size.height / scale,
            marginInlineStart: Math.max(0, (size.width - width) / 2),
            transform: `scale(${scale})`,
            transformOrigin: 'top left',
            border: 0,
            background: 'white',
          }}
        />
      )}
    </div>
  );
}
