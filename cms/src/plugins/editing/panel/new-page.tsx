/** The page “New page”: a name, an address, languages, and one of five patterns or another page to start from. */
import { useEffect, useState } from 'react';
import {
  Box,
  Button,
  Checkbox,
  Combobox,
  ComboboxOption,
  Field,
  Flex,
  Grid,
  Radio,
  Typography,
} from '@strapi/design-system';
import { Page, useFetchClient } from '@strapi/strapi/admin';
import { useNavigate } from 'react-router-dom';
import languages from '../../../setup/site-languages.json';
import campaign from './pictures/campaign.webp';
import comparison from './pictures/comparison.webp';
import event from './pictures/event.webp';
import product from './pictures/product.webp';
import text from './pictures/text.webp';
import { LineField } from '../../../admin/line-field';
import { useFaults } from '../../../admin/use-faults';
import { nameLanguage, useSay } from '../../../admin/panel-words';
import { PanelPage } from '../../../admin/panel-page';

const pageType = '/content-manager/collection-types/api::page.page';
const pictures = { product, campaign, comparison, event, text };
type Pattern = keyof typeof pictures;
const patterns = Object.keys(pictures) as Pattern[];
/** The choice for a copy, which is no pattern. */
const copy = 'copy';

interface Source {
  documentId: string;
  title: string;
  path: string | null;
}

export function NewPage() {
  const say = useSay('new-page');
  return (
    <Page.Protect permissions={[{ action: 'plugin::content-manager.explorer.create', subject: 'api::page.page' }]}>
      <PanelPage title={say('title')} about={say('about')}>
        <NewPageForm />
      </PanelPage>
    </Page.Protect>
  );
}

function NewPageForm() {
  const say = useSay('new-page');
  const { post } = useFetchClient();
  const navigate = useNavigate();
  const readFaults = useFaults();
  const [title, setTitle] = useState('');
  const [path, setPath] = useState('');
  const [locales, setLocales] = useState<string[]>(['en']);
  const [start, setStart] = useState<string>('product');
  const [source, setSource] = useState('');
  const [faults, setFaults] = useState<Record<string, string>>({});
  const [busy, setBusy] = useState(false);
  const make = async () => {
    setBusy(true);
    try {
      const wish = { title, path, locales, from: start === copy ? source : start };
      const { data } = await post<{ documentId: string; locale: string }>('/gate/new-page', wish);
      navigate(`${pageType}/${data.documentId}?plugins[i18n][locale]=${data.locale}`);
    } catch (error) {
      setFaults(readFaults(error));
      setBusy(false);
    }
  };
  return (
    <form
      onSubmit={(submitted) => {
        submitted.preventDefault();
        void make();
      }}
    >
      <Flex direction="column" alignItems="stretch" gap={6}>
        <Box background="neutral0" shadow="tableShadow" hasRadius padding={6}>
          <Flex direction="column" alignItems="stretch" gap={4}>
            <NameAndPath title={title} path={path} faults={faults} setTitle={setTitle} setPath={setPath} />
            <Languages locales={locales} fault={faults.locales} setLocales={setLocales} />
          </Flex>
        </Box>
        <Start start={start} source={source} setStart={setStart} setSource={setSource} />
        {faults.other && (
          <Typography role="alert" textColor="danger600">
            {faults.other}
          </Typography>
        )}
        <Box>
          <Button type="submit" size="L" loading={busy} disabled={start === copy && source === ''}>
            {say('make')}
          </Button>
        </Box>
      </Flex>
    </form>
  );
}

interface NameProps {
  title: string;
  path: string;
  faults: Record<string, string>;
  setTitle: (title: string) => void;
  setPath: (path: string) => void;
}

function NameAndPath({ title, path, faults, setTitle, setPath }: NameProps) {
  const say = useSay('new-page');
  return (
    <Grid.Root gap={4}>
      <Grid.Item col={6} xs={12} direction="column" alignItems="stretch">
        <LineField
          name="title"
          label={say('name')}
          fault={faults.title}
          required
          maxLength={120}
          value={title}
          onChange={setTitle}
        />
      </Grid.Item>
      <Grid.Item col={6} xs={12} direction="column" alignItems="stretch">
        <LineField
          name="path"
          label={say('path')}
          hint={say('path-hint')}
          fault={faults.path}
          placeholder="campaign/summer"
          maxLength={120}
          value={path}
          onChange={setPath}
        />
      </Grid.Item>
    </Grid.Root>
  );
}

interface LanguagesProps {
  locales: string[];
  fault: string | undefined;
  setLocales: (locales: string[]) => void;
}

function Languages({ locales, fault, setLocales }: LanguagesProps) {
  const say = useSay('new-page');
  return (
    <Field.Root name="locales" error={fault}>
      <Flex tag="fieldset" gap={4} wrap="wrap" style={{ border: 0, padding: 0 }}>
        <Typography tag="legend" variant="pi" fontWeight="bold" paddingBottom={2}>
          {say('languages')}
        </Typography>
        {Object.keys(languages).map((code) => (
          <Checkbox
            key={code}
            checked={locales.includes(code)}
            onCheckedChange={(value) =>
              setLocales(value === true ? [...locales, code] : locales.filter((one) => one !== code))
            }
          >
            {nameLanguage(code)}
          </Checkbox>
        ))}
      </Flex>
      <Field.Error />
    </Field.Root>
  );
}

interface StartProps {
  /** A pattern, or `copy`. */
  start: string;
  /** The page to copy. */
  source: string;
  setStart: (start: string) => void;
  setSource: (documentId: string) => void;
}

function Start({ start, source, setStart, setSource }: StartProps) {
  const say = useSay('new-page');
  return (
    <Box background="neutral0" shadow="tableShadow" hasRadius padding={6}>
      <Typography variant="delta" tag="h2" id="start-from">
        {say('start')}
      </Typography>
      <Radio.Group aria-labelledby="start-from" value={start} onValueChange={setStart}>
        <Grid.Root gap={4} paddingTop={4}>
          {patterns.map((name) => (
            <Grid.Item key={name} col={2} m={4} s={6} xs={12} direction="column" alignItems="stretch" gap={2}>
              <Radio.Item value={name}>{say(name)}</Radio.Item>
              <Box
                hasRadius
                borderColor={start === name ? 'primary600' : 'neutral200'}
                overflow="hidden"
                onClick={() => setStart(name)}
              >
                <img
                  src={pictures[name]}
                  alt=""
                  width="480"
                  height="480"
                  style={{ display: 'block', inlineSize: '100%', blockSize: 'auto' }}
                />
              </Box>
              <Typography textColor="neutral600">{say(`${name}-about`)}</Typography>
            </Grid.Item>
          ))}
          <Grid.Item col={2} m={4} s={6} xs={12} direction="column" alignItems="stretch" gap={2}>
            <Radio.Item value={copy}>{say(copy)}</Radio.Item>
            <ChooseSource
              value={source}
              onChoose={(id) => {
                setSource(id);
                setStart(copy);
              }}
            />
            <Typography textColor="neutral600">{say('copy-about')}</Typography>
          </Grid.Item>
        </Grid.Root>
      </Radio.Group>
    </Box>
  );
}

function ChooseSource({ value, onChoose }: { value: string; onChoose: (documentId: string) => void }) {
  const say = useSay('new-page');
  const { get } = useFetchClient();
  const [sources, setSources] = useState<Source[]>([]);
  useEffect(() => {
    let left = false;
    void get<{ results: Source[] }>(`${pageType}?pageSize=100&sort=path:asc&locale=en`).then(
      ({ data }) => left || setSources(data.results),
      () => undefined,
    );
    return () => {
      left = true;
    };
  }, [get]);
  return (
    <Combobox
      aria-label={say('source')}
      placeholder={say('source')}
      value={value}
      onChange={(chosen) => onChoose(chosen ?? '')}
      onClear={() => onChoose('')}
    >
      {sources.map(({ documentId, title, path }) => (
        <ComboboxOption key={documentId} value={documentId}>
          {path ? `${title} (${path})` : title}
        </ComboboxOption>
      ))}
    </Combobox>
  );
}
