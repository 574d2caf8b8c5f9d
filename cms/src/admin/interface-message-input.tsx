/** The field in which an editor chooses the words of the site to replace: searched by the words themselves, with where visitors see them. */
import { Combobox, ComboboxOption, Field } from '@strapi/design-system';
import { useField } from '@strapi/strapi/admin';
import { useIntl } from 'react-intl';
import interfaceWords from '../rules/texts/interface-words.json';
import { useFormLocale } from './use-form-document';

type Words = Record<string, string>;
interface InputProps {
  name: string;
  label?: string;
  hint?: string;
  required?: boolean;
  disabled?: boolean;
}

const groups: { where: Words; words: { key: string; own: Words }[] }[] = interfaceWords;

export function InterfaceMessageInput({ name, label, hint, required = false, disabled = false }: InputProps) {
  const { value, error, onChange } = useField<string | null>(name);
  const { locale: panelLanguage } = useIntl();
  const language = useFormLocale() ?? 'en';
  const options = groups.flatMap(({ where, words }) =>
    words.map(({ key, own }) => ({
      key,
      // Strapi's field finds the chosen option again by its text, so no two may have the same.
      text: `${own[language] ?? own.en ?? ''} (${where[panelLanguage] ?? where.en ?? ''}: ${key})`,
    })),
  );
  return (
    <Field.Root name={name} id={name} error={error} hint={hint} required={required}>
      <Field.Label>{label}</Field.Label>
      <Combobox
        autocomplete={{ type: 'list', filter: 'contains' }}
        value={value ?? ''}
        onChange={(key?: string) => onChange(name, key ?? null)}
        onClear={() => onChange(name, null)}
        disabled={disabled}
        required={required}
      >
        {options.map(({ key, text }) => (
          <ComboboxOption key={key} value={key} textValue={text}>
            {text}
          </ComboboxOption>
        ))}
      </Combobox>
      <Field.Hint />
      <Field.Error />
    </Field.Root>
  );
}
