/** “Add to release” in the form of a document, and in a list for the ticked rows. */
import { useMemo, useState } from 'react';
import { Button, Modal, Radio } from '@strapi/design-system';
import { Calendar } from '@strapi/icons';
import { useDocumentRBAC, useNotification } from '@strapi/strapi/admin';
import type { BulkActionComponent, DocumentActionComponent } from '@strapi/content-manager/strapi-admin';
import { useIntl } from 'react-intl';
import { useHref } from 'react-router-dom';
import { useFormDocument } from '../../../admin/use-form-document';
import type { ReleaseItem } from '../server/planned-releases';
import { addToBasket, type ChosenItem } from './release-basket';
import { useSay } from '../../../admin/panel-words';

function useAdd(): (items: ChosenItem[]) => void {
  const { toggleNotification } = useNotification();
  const say = useSay('releases');
  // Strapi opens the link of a notification as an address of another site.
  const url = useHref('/releases');
  return (items) => {
    addToBasket(items);
    const link = { url, label: say('title') };
    toggleNotification({ type: 'success', message: say('added', { count: items.length }), link });
  };
}

function findName(document: Record<string, unknown> | undefined): string {
  const found = ['title', 'name', 'term', 'question', 'from', 'symbol', 'key', 'path'].map(
    (field) => document?.[field],
  );
  return String(found.find((value) => typeof value === 'string' && value !== '') ?? '');
}

export const AddToRelease: DocumentActionComponent = (props) => {
  const document = useFormDocument(props);
  const canPublish = useDocumentRBAC('AddToRelease', (rights) => rights.canPublish);
  const name = findName(props.document);
  const say = useSay('releases');
  const content = useMemo(
    () =>
      document
        ? ({ onClose }: { onClose: () => void }) => <ChooseAction item={{ ...document, name }} onClose={onClose} />
        : null,
    [document, name],
  );
  if (!content || !canPublish) return null;
  return { label: say('add'), icon: <Calendar />, dialog: { type: 'modal', title: say('add'), content } };
};
AddToRelease.position = 'panel';

function ChooseAction({ item, onClose }: { item: Omit<ChosenItem, 'action'>; onClose: () => void }) {
  const [action, setAction] = useState<ReleaseItem['action']>('publish');
  const add = useAdd();
  const { formatMessage } = useIntl();
  const say = useSay('releases');
  return (
    <>
      <Modal.Body>
        <Radio.Group
          aria-label={say('action')}
          value={action}
          onValueChange={(value: string) => setAction(value === 'withdraw' ? 'withdraw' : 'publish')}
        >
          <Radio.Item value="publish">{say('publish')}</Radio.Item>
          <Radio.Item value="withdraw">{say('withdraw')}</Radio.Item>
        </Radio.Group>
      </Modal.Body>
      <Modal.Footer>
        <Button variant="tertiary" onClick={onClose}>
          {formatMessage({ id: 'app.components.Button.cancel', defaultMessage: 'Cancel' })}
        </Button>
        <Button
          onClick={() => {
            add([{ ...item, action }]);
            onClose();
          }}
        >
          {say('add')}
        </Button>
      </Modal.Footer>
    </>
  );
}

export const AddManyToRelease: BulkActionComponent = ({ documents, model }) => {
  const canPublish = useDocumentRBAC('AddManyToRelease', (rights) => rights.canPublish);
  const add = useAdd();
  const say = useSay('releases');
  if (!canPublish || !model.startsWith('api::')) return null;
  return {
    label: say('add'),
    variant: 'tertiary',
    onClick: () =>
      add(
        documents.map((document) => ({
          uid: model,
          documentId: document.documentId,
          locale: typeof document.locale === 'string' ? document.locale : '',
          action: 'publish',
          name: findName(document),
        })),
      ),
  };
};
