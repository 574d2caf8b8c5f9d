/** The fields for the time zone in which somebody writes a time, and for one that clocks show twice. */
import { useId } from 'react';
import { Field, Radio } from '@strapi/design-system';
import { LineField } from './line-field';
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
    <LineField
      name="zone"
      label={say('zone')}
      hint={say('zone-hint')}
      fault={fault}
      required
      value={zone}
      list={list}
      onChange={onChange}
    >
      <datalist id={list}>
        {zones.map((one) => (
          <option key={one} value={one} />
        ))}
      </datalist>
    </LineField>
  );
}

export type Repeated = 'first' | 'second';

interface RepeatedProps {
  value: Repeated | undefined;
  fault?: string | undefined;
  onChange: (value: Repeated) => void;
}

/** Asks which of two instants is meant. */
export function RepeatedField({ value, fault, onChange }: RepeatedProps) {
  const say = useSay('time');
  return (
    <Field.Root name="repeated" error={fault}>
      <Field.Label>{say('repeated')}</Field.Label>
      <Radio.Group value={value ?? ''} onValueChange={(chosen: string) => onChange(chosen as Repeated)}>
        <Radio.Item value="first">{say('first')}</Radio.Item>
        <Radio.Item value="second">{say('second')}</Radio.Item>
      </Radio.Group>
      <Field.Error />
    </Field.Root>
  );
}
