/** The field in which an editor chooses the words of the site to replace: searched by the words themselves, with where visitors see them. */
import { Combobox, ComboboxOption, Field, Typography } from '@strapi/design-system';
import { useField, useQueryParams } from '@strapi/strapi/admin';
import { useIntl } from 'react-intl';
import interfaceWords from '../rules/interface-words.json';

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
  const [{ query }] = useQueryParams<{ plugins?: { i18n?: { locale?: string } } }>();
  const language = query.plugins?.i18n?.locale ?? 'en';
  const options = groups.flatMap(({ where, words }) =>
    words.map(({ key, own }) => ({
      key,
      text: own[language] ?? own.en ?? '',
      place: where[panelLanguage] ?? where.en ?? '',
    })),
  );
  const chosen = options.find(({ key }) => key === value);
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
        {options.map(({ key, text, place }) => (
          <ComboboxOption key={key} value={key} textValue={text}>
            {`${text} (${place}: ${key.split('.').at(-1)})`}
          </ComboboxOption>
        ))}
      </Combobox>
      {chosen && <Typography variant="pi" textColor="neutral600">{`${chosen.place} · ${chosen.key}`}</Typography>}
      <Field.Hint />
      <Field.Error />
    </Field.Root>
  );
}
