/** Downloads the ZIP of a period: what stood at an address, for an outsider who verifies it alone. */
import { useState, type FormEvent } from 'react';
import { Box, Button, Checkbox, Flex, Typography } from '@strapi/design-system';
import { useFetchClient } from '@strapi/strapi/admin';
import type { ArchiveAnswer } from '../server/archive-routes';
import { findNextDay, findStartOfDay, showWall } from '../../../setup/local-time';
import { isProblem, useArchiveWords } from './archive-words';
import { LineField } from '../../../admin/line-field';

interface Props {
  address: string;
  at: string;
  zone: string;
}

export function ArchiveExport({ address, at, zone }: Props) {
  const { say } = useArchiveWords(zone);
  const { get } = useFetchClient();
  const [days, setDays] = useState({
    from: showWall(new Date(at), zone).slice(0, 10),
    until: showWall(new Date(), zone).slice(0, 10),
  });
  const [includesBelow, setIncludesBelow] = useState(false);
  const [status, setStatus] = useState<{ sentence: string; isFault?: boolean } | null>(null);
  const [isBusy, setBusy] = useState(false);
  const download = async (): Promise<typeof status> => {
    const [from, until] = [findStartOfDay(days.from, zone), findStartOfDay(findNextDay(days.until), zone)];
    if (!from || !until || from >= until) return { sentence: say('no-period'), isFault: true };
    const period = {
      address: includesBelow ? `${address.replace(/\/$/, '')}/*` : address,
      from: from.toISOString(),
      until: until.toISOString(),
    };
    try {
      const { data } = await get<ArchiveAnswer<{ url: string; pages: number }>>(
        `/gate/archive/export-link?${new URLSearchParams(period)}`,
      );
      if (isProblem(data)) return { sentence: say(`problem.${data.problem}`), isFault: true };
      if (data.pages === 0) return { sentence: say('no-pages'), isFault: true };
      // The answer is a file to be saved, so the panel stays.
      window.location.assign(data.url);
      return { sentence: say('downloads', { count: data.pages }) };
    } catch {
      return { sentence: say('problem.away'), isFault: true };
    }
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    setStatus(await download());
    setBusy(false);
  };
  return (
    <Box tag="form" onSubmit={(event: FormEvent) => void submit(event)}>
      <Typography tag="h2" variant="beta">
        {say('export')}
      </Typography>
      <Typography tag="p" textColor="neutral600">
        {say('export-about')}
      </Typography>
      <Flex gap={4} paddingTop={3} wrap="wrap" alignItems="flex-end">
        {(['from', 'until'] as const).map((side) => (
          <LineField
            key={side}
            name={`export-${side}`}
            label={say(`day-${side}`)}
            type="date"
            required
            value={days[side]}
            onChange={(day) => setDays({ ...days, [side]: day })}
          />
        ))}
        <Button type="submit" loading={isBusy}>
          {say('download')}
        </Button>
      </Flex>
      <Box paddingTop={3}>
        <Checkbox checked={includesBelow} onCheckedChange={(value) => setIncludesBelow(value === true)}>
          {say('below', { address })}
        </Checkbox>
      </Box>
      <Typography role="status" tag="p" textColor={status?.isFault ? 'danger600' : 'neutral800'}>
        {status?.sentence ?? ''}
      </Typography>
    </Box>
  );
}
