/** What an import changes: how many documents and figures, and each figure before and after. */
import { Button, Flex, Loader, Table, Tbody, Td, Th, Thead, Tr, Typography } from '@strapi/design-system';
import { useSetProposalQuery } from './approval-api';
import { ProposalSection } from './proposal-section';
import { download } from '../../../admin/download';
import { useSay } from '../../../admin/panel-words';
import type { LocalizedDocument } from '../../../setup/localized-document';

export function SetProposal({ document }: { document: LocalizedDocument }) {
  const { data, isError } = useSetProposalQuery(document);
  const say = useSay('approval');
  if (isError) return <Typography textColor="danger600">{say('unreadable')}</Typography>;
  if (!data) return <Loader>{say('loading')}</Loader>;
  const { sent, changes } = data;
  const { documents, added, figures, more } = changes;
  const name = `${document.documentId.slice(4, 16)}.json`;
  return (
    <ProposalSection title={say('import')}>
      <Flex direction="column" alignItems="flex-start" gap={4}>
        <Typography>
          {say('import-count', { documents, added: added.length, figures: figures.length + more })}
        </Typography>
        {added.length > 0 && <Typography>{say('import-added', { names: added.slice(0, 50).join(', ') })}</Typography>}
        <Button variant="secondary" onClick={() => download(name, 'application/json', JSON.stringify(sent, null, 2))}>
          {say('download')}
        </Button>
        {figures.length > 0 && (
          <Table colCount={4} rowCount={figures.length + 1}>
            <Thead>
              <Tr>
                {['figure-name', 'figure', 'before', 'after'].map((id) => (
                  <Th key={id}>
                    <Typography variant="sigma">{say(id)}</Typography>
                  </Th>
                ))}
              </Tr>
            </Thead>
            <Tbody>
              {figures.map(({ name: symbol, field, before, after }) => (
                <Tr key={`${symbol} ${field}`}>
                  {[symbol, field, before, after].map((text, index) => (
                    <Td key={index}>
                      <Typography>{text || '–'}</Typography>
                    </Td>
                  ))}
                </Tr>
              ))}
            </Tbody>
          </Table>
        )}
        {more > 0 && <Typography>{say('import-more', { count: more })}</Typography>}
      </Flex>
    </ProposalSection>
  );
}
