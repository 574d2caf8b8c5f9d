/** The panel “Page beside the form”: a frame at the right of the screen, at one of three widths, that shows what is typed before it is saved. */
import { useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { Box, Button, Flex, IconButton, Typography } from '@strapi/design-system';
import { Cross } from '@strapi/icons';
import { useIsDesktop } from '@strapi/strapi/admin';
import { useSay } from './version-words';
import { type PreviewState, useTypedPreview } from './use-typed-preview';

interface EditView {
  activeTab: 'draft' | 'published' | null;
  model: string;
  documentId?: string;
  document?: { documentId?: string; updatedAt?: string };
}

/** Pixels: the width of the page. `app.tsx` has those of the panel. */
const devices = { phone: 360, tablet: 768, desktop: 1440 };
type Device = keyof typeof devices;
const names = Object.keys(devices) as Device[];

/** The browser remembers the device, or nothing while the frame is closed. */
const storageKey = 'brokerfront-preview-beside';

export function PreviewPanel({ activeTab, model, documentId, document: entry }: EditView) {
  const say = useSay('beside');
  const hasRoom = useIsDesktop();
  if (!hasRoom || activeTab === 'published' || !model.startsWith('api::')) return null;
  return {
    title: say('title'),
    content: <Preview uid={model} documentId={documentId ?? entry?.documentId} savedAt={entry?.updatedAt} />,
  };
}

interface PreviewProps {
  uid: string;
  documentId: string | undefined;
  savedAt: string | undefined;
}

function Preview(props: PreviewProps) {
  const say = useSay('beside');
  const [device, setDevice] = useState(() => names.find((name) => name === localStorage.getItem(storageKey)));
  const opener = useRef<HTMLButtonElement>(null);
  const choose = (next: Device | undefined) => {
    localStorage.setItem(storageKey, next ?? '');
    setDevice(next);
    if (!next) opener.current?.focus();
  };
  return (
    <>
      <Button
        ref={opener}
        variant={device ? 'secondary' : 'tertiary'}
        aria-expanded={device !== undefined}
        width="100%"
        onClick={() => choose(device ? undefined : 'desktop')}
      >
        {say(device ? 'hide' : 'show')}
      </Button>
      {device && createPortal(<Beside {...props} device={device} onChoose={choose} />, document.body)}
    </>
  );
}

const messages: Partial<Record<PreviewState, string>> = { values: 'values', failed: 'failed', refused: 'refused' };

function Beside({
  device,
  onChoose,
  ...props
}: PreviewProps & { device: Device; onChoose: (next: Device | undefined) => void }) {
  const say = useSay('beside');
  const frame = useRef<HTMLIFrameElement>(null);
  const { address, state } = useTypedPreview(props, frame);
  const message = messages[state];
  return (
    <Flex
      tag="aside"
      aria-label={say('title')}
      aria-busy={state === 'asking'}
      data-beside={device}
      direction="column"
      alignItems="stretch"
      background="neutral0"
      borderColor="neutral150"
    >
      <Flex gap={1} padding={2} role="group" aria-label={say('width')} wrap="wrap">
        {names.map((name) => (
          <Button
            key={name}
            size="S"
            variant={name === device ? 'secondary' : 'tertiary'}
            aria-pressed={name === device}
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
      <Box role="status" paddingLeft={3} paddingRight={3} paddingBottom={message ? 2 : 0}>
        {message && <Typography textColor="warning700">{say(message)}</Typography>}
      </Box>
      <ScaledFrame frame={frame} address={address} width={devices[device]} title={say('frame')} />
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
