/** Compares what visitors saw at two moments. */
import { useState, type FormEvent } from 'react';
import { Box, Button, Flex, Typography } from '@strapi/design-system';
import { LineField } from '../../../admin/line-field';
import { useSay } from '../../../admin/panel-words';

export function CompareDates({ compare }: { compare: (sides: { from: string; to: string }) => void }) {
  const say = useSay('history');
  const [moments, setMoments] = useState({ from: '', to: '' });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const moment = (local: string) => (local ? `at:${new Date(local).toISOString()}` : 'live');
    compare({ from: moment(moments.from), to: moment(moments.to) });
  };
  return (
    <Box tag="form" onSubmit={submit} paddingTop={6}>
      <Typography tag="h2" variant="beta">
        {say('dates')}
      </Typography>
      <Flex gap={4} paddingTop={3} wrap="wrap" alignItems="flex-end">
        {(['from', 'to'] as const).map((side) => (
          <LineField
            key={side}
            name={`moment-${side}`}
            label={say(`moment-${side}`)}
            type="datetime-local"
            required={side === 'from'}
            value={moments[side]}
            onChange={(moment) => setMoments({ ...moments, [side]: moment })}
          />
        ))}
        <Button type="submit" variant="secondary">
          {say('compare')}
        </Button>
      </Flex>
    </Box>
  );
}
