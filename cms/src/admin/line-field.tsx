/** A field of one line in our pages, with its label, its hint and what is wrong with what was typed. */
import type { ComponentProps, ReactNode, Ref } from 'react';
import { Field, TextInput } from '@strapi/design-system';
import { useColorScheme } from './use-color-scheme';

interface Props extends Omit<ComponentProps<typeof TextInput>, 'onChange' | 'ref'> {
  name: string;
  label: string;
  hint?: string;
  fault?: string | undefined;
  input?: Ref<HTMLInputElement>;
  onChange: (typed: string) => void;
  /** What the field may have besides, such as suggestions. */
  children?: ReactNode;
}

export function LineField({ name, label, hint, fault, input, onChange, children, ...rest }: Props) {
  const scheme = useColorScheme();
  return (
    <Field.Root name={name} required={rest.required ?? false} error={fault} hint={hint}>
      <Field.Label>{label}</Field.Label>
      <TextInput {...rest} ref={input} style={scheme} onChange={({ target }) => onChange(target.value)} />
      {children}
      <Field.Hint />
      <Field.Error />
    </Field.Root>
  );
}
