/** Compares what visitors saw at two moments. */
import { useState, type FormEvent } from 'react';
import { Box, Button, Field, Flex, TextInput, Typography } from '@strapi/design-system';
import { useColorScheme } from '../../../admin/use-color-scheme';
import { useSay } from '../../../admin/panel-words';

export function CompareDates({ compare }: { compare: (sides: { from: string; to: string }) => void }) {
  const say = useSay('history');
  const scheme = useColorScheme();
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
          <Field.Root key={side} name={`moment-${side}`} required={side === 'from'}>
            <Field.Label>{say(`moment-${side}`)}</Field.Label>
            <TextInput
              type="datetime-local"
              style={scheme}
              required={side === 'from'}
              value={moments[side]}
              onChange={(event) => setMoments({ ...moments, [side]: event.target.value })}
            />
          </Field.Root>
        ))}
        <Button type="submit" variant="secondary">
          {say('compare')}
        </Button>
      </Flex>
    </Box>
  );
}
