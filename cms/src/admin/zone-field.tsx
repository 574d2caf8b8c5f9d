/** The field for the time zone in which somebody writes a time. */
import { useId } from 'react';
import { Field, TextInput } from '@strapi/design-system';
import { useSay } from './panel-words';

export const ownZone = Intl.DateTimeFormat().resolvedOptions().timeZone;
const zones = ['UTC', ...Intl.supportedValuesOf('timeZone')];

interface Props {
  zone: string;
  fault?: string | undefined;
  onChange: (zone: string) => void;
}

export function ZoneField({ zone, fault, onChange }: Props) {
  const say = useSay('time');
  const list = useId();
  return (
    <Field.Root name="zone" required error={fault} hint={say('zone-hint')}>
      <Field.Label>{say('zone')}</Field.Label>
      <TextInput value={zone} required list={list} onChange={({ target }) => onChange(target.value)} />
      <datalist id={list}>
        {zones.map((one) => (
          <option key={one} value={one} />
        ))}
      </datalist>
      <Field.Hint />
      <Field.Error />
    </Field.Root>
  );
}
