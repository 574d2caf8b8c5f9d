import type { FormField } from '../../content/model-forms.ts';
import { nameForm, nameInput, nameVersion } from '../forms/block-form.ts';
import type { FormState } from '../forms/form-state.ts';
import { Form, FormSection, Notice, PrivacyNote, SubmitRow } from '../ui/Form.tsx';
import { Prose } from '../ui/Prose.tsx';
import { useCurrentPage } from '../ui/current-page.tsx';
import { CheckField, SelectField, TextArea, TextField } from '../ui/fields.tsx';
import type { BlockNamed } from './resolved-block.ts';

type ResolvedForm = BlockNamed<'blocks.form'>;

/** What helps a browser to fill in a field, and a phone to show the right keys. */
const typing = {
  name: { autoComplete: 'name', maxLength: 120 },
  email: {
    type: 'email',
    inputMode: 'email',
    autoComplete: 'email',
    autoCapitalize: 'none',
    spellCheck: false,
    maxLength: 254,
  },
  phone: { type: 'tel', inputMode: 'tel', autoComplete: 'tel', maxLength: 30 },
  line: { maxLength: 300 },
} as const;

function BlockField({ form, field, state }: { form: ResolvedForm; field: FormField; state: FormState | null }) {
  const { t } = useCurrentPage();
  const { kind, consent, required, choices } = field;
  const name = nameInput(form, field);
  if (kind === 'consent')
    return (
      <CheckField name={name} state={state} required={required}>
        <Prose html={consent} as="span" />
      </CheckField>
    );
  const common = {
    name,
    state,
    label: field.label ?? form.labels[kind],
    optional: !required,
    ...(field.hint !== null && { hint: field.hint }),
  };
  switch (kind) {
    case 'text':
      return <TextArea {...common} maxLength={5000} />;
    case 'choice':
      return (
        <SelectField
          {...common}
          empty={t('enquiry.choose')}
          choices={choices.map((choice) => ({ value: choice, label: choice }))}
        />
      );
    case 'country':
      return (
        <SelectField
          {...common}
          empty={t('enquiry.choose')}
          autoComplete="country"
          choices={form.countries.map((country) => ({ value: country.code, label: country.name }))}
        />
      );
    default:
      return <TextField {...common} {...typing[kind]} />;
  }
}

/** A form that editors composed. It posts to its page, which knows it by its intent. */
export function FormBlock({ block }: { block: ResolvedForm }) {
  const { t, href, path, formState } = useCurrentPage();
  const state = formState?.view === nameForm(block) ? formState : null;
  return (
    <FormSection
      id={block.id}
      heading={block.heading}
      text={<Prose html={block.text} />}
      {...(block.tone === 'band' && { tone: 'band' })}
    >
      {block.sent && !state ? (
        <Notice heading={block.sentHeading ?? t('enquiry.sentHeading')}>
          {block.sentText ? <Prose html={block.sentText} /> : <p>{t('forms.sentText')}</p>}
          <p>
            <a href={`${href(path)}#${block.id}`}>{t('forms.again')}</a>
          </p>
        </Notice>
      ) : (
        <Form schema={null} intent={nameForm(block)} state={state}>
          <input type="hidden" name={nameVersion(block)} value={block.version} />
          {block.fields.map((field) => (
            <BlockField key={field.key} form={block} field={field} state={state} />
          ))}
          <PrivacyNote />
          <SubmitRow label={block.button ?? t('forms.send')} />
        </Form>
      )}
    </FormSection>
  );
}
