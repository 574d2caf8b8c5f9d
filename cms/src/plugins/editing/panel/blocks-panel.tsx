/** The panel “Blocks” beside a form: leads to each block, duplicates one, and closes or opens all. */
import { Box, Button, Flex, IconButton, TextButton } from '@strapi/design-system';
import { Duplicate } from '@strapi/icons';
import {
  unstable_useContentManagerContext as useContentManager,
  useDocumentRBAC,
  useFetchClient,
  useForm,
  useNotification,
} from '@strapi/strapi/admin';
import type { PanelComponent } from '@strapi/content-manager/strapi-admin';
import { copyBlock, type Schema } from './block-copy';
import { useSay } from '../../../admin/panel-words';
import { useFormLocale } from '../../../admin/use-form-document';

interface Block extends Record<string, unknown> {
  __component: string;
  __temp_key__: string;
  id?: number;
}
/** What the panel knows of a component. */
interface Component extends Schema {
  info: { displayName: string };
}

export const BlocksPanel: PanelComponent = ({ activeTab }) => {
  const say = useSay('block-list');
  const { contentType } = useContentManager();
  const [zone] = Object.entries(contentType?.attributes ?? {}).find(([, { type }]) => type === 'dynamiczone') ?? [];
  const values = useForm('BlocksPanel', (form) => form.values) as Record<string, Block[] | undefined>;
  const blocks = zone === undefined ? undefined : values[zone];
  if (activeTab === 'published' || zone === undefined || !Array.isArray(blocks) || blocks.length === 0) return null;
  return { title: say('title'), content: <Blocks zone={zone} blocks={blocks} /> };
};

/** The item of a block in Strapi's form, and the button that opens and closes it. */
function findItems(): { item: HTMLElement; button: HTMLElement | null }[] {
  return [...document.querySelectorAll<HTMLElement>('main form ol[aria-describedby] > li')].map((item) => ({
    item,
    button: item.querySelector<HTMLElement>('h3 > button[aria-expanded]'),
  }));
}

function openAll(open: boolean): void {
  for (const { button } of findItems()) if (button?.ariaExpanded === String(!open)) button.click();
}

function showBlock(index: number): void {
  const { item, button } = findItems()[index] ?? {};
  if (button?.ariaExpanded === 'false') button.click();
  item?.scrollIntoView({ block: 'start' });
  button?.focus({ preventScroll: true });
}

/** The documents that the relations of a saved block lead to, as the form adds them. */
function useRelations() {
  const { get } = useFetchClient();
  const locale = useFormLocale();
  return async ({ id, __component }: Block, { attributes }: Schema) => {
    const names = Object.keys(attributes).filter((name) => attributes[name]?.type === 'relation');
    if (id === undefined) return {};
    const read = names.map(async (name) => {
      const { data } = await get<{ results: { id: number; documentId: string; locale?: string }[] }>(
        `/content-manager/relations/${__component}/${id}/${name}`,
        { params: { locale, status: 'draft', pageSize: 100 } },
      );
      const connect = data.results.map((found) => ({
        ...found,
        apiData: { id: found.id, documentId: found.documentId, locale: found.locale, isTemporary: true },
      }));
      return [name, { connect, disconnect: [] }] as const;
    });
    return Object.fromEntries(await Promise.all(read));
  };
}

function Blocks({ zone, blocks }: { zone: string; blocks: Block[] }) {
  const say = useSay('block-list');
  const { components, layout } = useContentManager();
  const schemas = components as unknown as Record<string, Component | undefined>;
  const addFieldRow = useForm('BlocksPanel', (form) => form.addFieldRow);
  const disabled = useForm('BlocksPanel', (form) => form.disabled);
  const canUpdate = useDocumentRBAC('BlocksPanel', (rights) => rights.canUpdate);
  const { toggleNotification } = useNotification();
  const readRelations = useRelations();

  const name = (block: Block) => {
    const field = layout.edit.components[block.__component]?.settings.mainField ?? '';
    const heading = typeof block[field] === 'string' && field !== 'id' ? block[field] : '';
    return [schemas[block.__component]?.info.displayName ?? block.__component, heading].filter(Boolean).join(' – ');
  };
  const duplicate = async (block: Block, index: number) => {
    const schema = schemas[block.__component];
    if (!schema) return;
    try {
      const relations = await readRelations(block, schema);
      addFieldRow(zone, { ...copyBlock(block, block.__component, schemas), ...relations }, index + 1);
      toggleNotification({ type: 'info', message: say('duplicated', { name: name(block) }) });
    } catch {
      toggleNotification({ type: 'danger', message: say('failed') });
    }
  };
  return (
    <Flex direction="column" alignItems="stretch" gap={3} width="100%">
      <Flex gap={2} wrap="wrap">
        <Button variant="tertiary" size="S" onClick={() => openAll(false)}>
          {say('close')}
        </Button>
        <Button variant="tertiary" size="S" onClick={() => openAll(true)}>
          {say('open')}
        </Button>
      </Flex>
      <Flex tag="ol" direction="column" alignItems="stretch" gap={1} aria-label={say('title')}>
        {blocks.map((block, index) => (
          <Flex tag="li" key={block.__temp_key__} gap={2} justifyContent="space-between">
            <Box style={{ overflowWrap: 'anywhere', minInlineSize: 0 }}>
              <TextButton onClick={() => showBlock(index)} style={{ textAlign: 'start' }}>
                {name(block)}
              </TextButton>
            </Box>
            {canUpdate && !disabled && (
              <IconButton
                variant="ghost"
                label={say('duplicate', { name: name(block) })}
                onClick={() => void duplicate(block, index)}
              >
                <Duplicate />
              </IconButton>
            )}
          </Flex>
        ))}
      </Flex>
    </Flex>
  );
}
