/** The panel “Where it is used” beside a form: leads to the list of texts that use this one. */
import { Link } from '@strapi/design-system';
import type { PanelComponent } from '@strapi/content-manager/strapi-admin';
import { Link as RouterLink } from 'react-router-dom';
import { useSay } from '../../../admin/panel-words';

export const UsesPanel: PanelComponent = ({ model, documentId, document }) => {
  const say = useSay('texts');
  const id = documentId ?? document?.documentId;
  if (!id || !model.startsWith('api::')) return null;
  return {
    title: say('tab.used'),
    content: (
      <Link tag={RouterLink} to={`/texts?${new URLSearchParams({ used: `${model}/${id}` })}`}>
        {say('show-used')}
      </Link>
    ),
  };
};
