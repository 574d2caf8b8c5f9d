/** The form of a new release: its name, its moment in a time zone, and its documents; with a trial. */
import { useState } from 'react';
import { Box, Button, Field, Flex, IconButton, Typography } from '@strapi/design-system';
import { Trash } from '@strapi/icons';
import { useNotification } from '@strapi/strapi/admin';
import { usePlanReleaseMutation, useTryReleaseMutation } from './releases-api';
import { type ChosenItem, emptyBasket, removeFromBasket, useBasket } from './release-basket';
import { useFaults } from '../../../admin/use-faults';
import { documentKey } from '../../../setup/localized-document';
import { LineField } from '../../../admin/line-field';
import { nameLanguage, useSay } from '../../../admin/panel-words';
import { ownZone, RepeatedField, ZoneField, type Repeated } from '../../../admin/zone-field';

export function PlanRelease() {
  const items = useBasket();
  const [name, setName] = useState('');
  const [local, setLocal] = useState('');
  const [zone, setZone] = useState(ownZone);
  const [repeated, setRepeated] = useState<Repeated>();
  const [faults, setFaults] = useState<Record<string, string>>({});
  const [trial, setTrial] = useState<{ problem: string } | null>(null);
  const [plan, { isLoading }] = usePlanReleaseMutation();
  const [tryOut, { isLoading: isTrying }] = useTryReleaseMutation();
  const readFaults = useFaults();
  const { toggleNotification } = useNotification();
  const say = useSay('releases');
  const send = async () => {
    const answer = await plan({
      name,
      local,
      zone,
      ...(repeated && { repeated }),
      items: items.map(withoutName),
    });
    if ('error' in answer) return setFaults(readFaults(answer.error));
    setFaults({});
    setName('');
    setLocal('');
    setTrial(null);
    setRepeated(undefined);
    emptyBasket();
    return toggleNotification({ type: 'success', message: say('planned') });
  };
  const trySending = async () => {
    const answer = await tryOut({ items: items.map(withoutName) });
    setTrial('error' in answer ? { problem: Object.values(readFaults(answer.error))[0] ?? '' } : answer.data);
  };
  return (
    <Box tag="section" background="neutral0" shadow="tableShadow" hasRadius padding={6} aria-labelledby="plan-release">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
      >
        <Flex direction="column" alignItems="stretch" gap={4}>
          <Typography variant="delta" tag="h2" id="plan-release">
            {say('plan')}
          </Typography>
          <ChosenItems items={items} fault={faults.items} />
          <LineField name="name" label={say('name')} required maxLength={200} value={name} onChange={setName} />
          <Flex gap={4} wrap="wrap" alignItems="flex-start">
            <LineField
              name="local"
              label={say('local')}
              fault={faults.local}
              type="datetime-local"
              required
              value={local}
              onChange={(typed) => {
                setLocal(typed);
                setRepeated(undefined);
              }}
            />
            <ZoneField zone={zone} fault={faults.zone} onChange={setZone} />
          </Flex>
          {(faults.repeated || repeated) && (
            <RepeatedField value={repeated} fault={faults.repeated} onChange={setRepeated} />
          )}
          {faults.other && (
            <Typography role="alert" textColor="danger600">
              {faults.other}
            </Typography>
          )}
          {trial && (
            <Typography role="status" textColor={trial.problem ? 'danger600' : 'success600'}>
              {trial.problem || say('would-work')}
            </Typography>
          )}
          <Flex gap={2} wrap="wrap">
            <Button type="submit" loading={isLoading} disabled={items.length === 0}>
              {say('plan')}
            </Button>
            <Button
              variant="secondary"
              loading={isTrying}
              disabled={items.length === 0}
              onClick={() => void trySending()}
            >
              {say('try')}
            </Button>
          </Flex>
        </Flex>
      </form>
    </Box>
  );
}

function withoutName({ uid, documentId, locale, action }: ChosenItem) {
  return { uid, documentId, locale, action };
}

function ChosenItems({ items, fault }: { items: ChosenItem[]; fault: string | undefined }) {
  const say = useSay('releases');
  return (
    <Field.Root name="items" error={fault} hint={say('items-hint')}>
      <Field.Label>{say('items')}</Field.Label>
      <Flex tag="ul" direction="column" alignItems="stretch" gap={2}>
        {items.map((item) => (
          <Flex tag="li" key={documentKey(item)} gap={2}>
            <IconButton
              label={say('remove', { name: item.name })}
              variant="ghost"
              onClick={() => removeFromBasket(item)}
            >
              <Trash />
            </IconButton>
            <Typography>{item.name}</Typography>
            <Typography textColor="neutral600">
              {[nameLanguage(item.locale), say(item.action)].filter(Boolean).join(' · ')}
            </Typography>
          </Flex>
        ))}
      </Flex>
      <Field.Hint />
      <Field.Error />
    </Field.Root>
  );
}
