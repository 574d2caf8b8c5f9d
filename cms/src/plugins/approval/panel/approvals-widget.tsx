/** On the panel's home: what waits for the present user. */
import { Box } from '@strapi/design-system';
import { Widget } from '@strapi/strapi/admin';
import { WaitingRow } from './approvals-page';
import { useWaitingQuery } from './approval-api';
import { useSay } from '../../../admin/panel-words';

const shown = 5;

export function ApprovalsWidget() {
  const { data, isError } = useWaitingQuery(undefined, { refetchOnMountOrArgChange: true });
  const say = useSay('approval');
  if (isError) return <Widget.Error />;
  if (!data) return <Widget.Loading />;
  const own = data.waiting.filter(({ row, blocker, current }) => (current && !blocker) || row.action === 'emergency');
  if (own.length === 0)
    return <Widget.NoData>{say(data.off ? 'off' : data.waiting.length > 0 ? 'none-yours' : 'none')}</Widget.NoData>;
  return (
    <Box tag="ul" width="100%">
      {own.slice(0, shown).map((one) => (
        <WaitingRow key={one.row.seq} {...one} />
      ))}
    </Box>
  );
}
