/** The form of a question to the archive: an address, and a moment in a time zone. */
import { useDeferredValue, useId, useState, type FormEvent } from 'react';
import { Box, Button, Flex } from '@strapi/design-system';
import { findInstants, findZone, showWall } from '../../../setup/local-time';
import { LineField } from '../../../admin/line-field';
import { useAnswer } from '../../../admin/use-answer';
import { useSay } from '../../../admin/panel-words';
import { RepeatedField, ZoneField } from '../../../admin/zone-field';

export interface Question {
  address: string;
  /** ISO time. */
  at: string;
  zone: string;
}

interface Props {
  request: Question;
  ask: (question: Question) => void;
}

export function ArchiveQuestion({ request, ask }: Props) {
  const say = useSay('archive');
  const suggestions = useId();
  const shownLocal = request.at && showWall(new Date(request.at), request.zone);
  const [address, setAddress] = useState(request.address);
  const [local, setLocal] = useState(shownLocal);
  const [zone, setZone] = useState(request.zone);
  const [isSecond, setIsSecond] = useState(false);
  const [faults, setFaults] = useState<{ local?: string; zone?: string }>({});
  const part = useDeferredValue(address.trim());
  const [found] = useAnswer<{ addresses?: string[] }>(
    part.length > 1 && part.length < 100 ? `archive/addresses?part=${encodeURIComponent(part)}` : null,
  );
  const instants = local && findZone(zone) ? findInstants(local, zone) : [];
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!findZone(zone)) return setFaults({ zone: say('no-zone', { zone }) });
    const [first, second] = instants;
    if (local && !first) return setFaults({ local: say('never', { zone }) });
    setFaults({});
    // The moment of a chosen version has parts of a second, which the field does not show.
    const isSame = local === shownLocal && zone === request.zone && request.at && !second;
    const moment = (isSecond && second) || first || new Date();
    return ask({ address: address.trim(), zone, at: isSame ? request.at : moment.toISOString() });
  };
  return (
    <Box tag="form" role="search" aria-label={say('title')} onSubmit={submit} paddingBottom={5}>
      <Flex gap={4} wrap="wrap" alignItems="flex-start">
        <Box flex="1 1 30rem">
          <LineField
            name="address"
            label={say('address')}
            hint={say('address-hint')}
            required
            list={suggestions}
            autoComplete="off"
            value={address}
            onChange={setAddress}
          >
            <datalist id={suggestions}>
              {found?.addresses?.map((one) => (
                <option key={one} value={one} />
              ))}
            </datalist>
          </LineField>
        </Box>
        <LineField
          name="local"
          label={say('local')}
          hint={say('local-hint')}
          fault={faults.local}
          type="datetime-local"
          step={1}
          value={local}
          onChange={(typed) => {
            setLocal(typed);
            setIsSecond(false);
          }}
        />
        <ZoneField zone={zone} fault={faults.zone} onChange={setZone} />
        <Box paddingTop={5}>
          <Button type="submit">{say('show')}</Button>
        </Box>
      </Flex>
      {instants.length > 1 && (
        <Box paddingTop={4}>
          <RepeatedField
            value={isSecond ? 'second' : 'first'}
            onChange={(chosen) => setIsSecond(chosen === 'second')}
          />
        </Box>
      )}
    </Box>
  );
}
