/** The enquiry form of `/contact` and of the partner pages. */
import { Blocks } from '../blocks/Blocks.tsx';
import { enquiryTopics } from '../forms/form-schemas.ts';
import type { FormState } from '../forms/form-state.ts';
import type { StaticPageId } from '../../content/static-paths.ts';
import { Form, FormSection, Notice, PrivacyNote, SubmitRow } from '../ui/Form.tsx';
import { EmailField, SelectField, TextArea, TextField } from '../ui/fields.tsx';
import styles from '../ui/Form.module.css';
import { useCurrentPage } from '../ui/current-page.tsx';
import {
  type ActionAnswer,
  type ActionContext,
  checkSubmission,
  isSent,
  redirectTo,
  refuseBusy,
} from '../page/form-action.ts';
import type { PageModule } from '../page/page-module.ts';
import { BlocksAround, type ContentPageData, createContentPage } from './content-page.tsx';

type EnquiryKind = 'contact' | 'partner';

async function sendEnquiry(context: ActionContext, kind: EnquiryKind): Promise<ActionAnswer> {
  const { services, visit, locale, path, leadSource } = context;
  const checked = checkSubmission(context, 'enquiry', kind);
  if (!checked.ok) return checked.answer;
  const { name, email, message } = checked.output;
  const wait = await services.limits.use({
    'enquiry:address': visit.address,
    'enquiry:pair': `${email.toLowerCase()} ${visit.address}`,
  });
  if (wait > 0) return refuseBusy(context, 'enquiry', kind, wait);
  const details: Record<string, string> = 'website' in checked.output ? { website: checked.output.website } : {};
  await services.enquire({
    kind: kind === 'contact' ? 'contact' : path.slice(1),
    name,
    email,
    topic: 'topic' in checked.output ? checked.output.topic : 'partner',
    message,
    details,
    ...leadSource,
    locale,
    address: visit.address,
  });
  return redirectTo(`${path}?sent=1#form`);
}

function EnquiryForm({ kind, state, sent }: { kind: EnquiryKind; state: FormState | null; sent: boolean }) {
  const { t, href, path } = useCurrentPage();
  const isContact = kind === 'contact';
  return (
    <FormSection
      heading={t(isContact ? 'enquiry.contactHeading' : 'enquiry.partnerHeading')}
      text={<p>{t(isContact ? 'enquiry.contactText' : 'enquiry.partnerText')}</p>}
      {...(isContact ? {} : { tone: 'band' as const })}
    >
      {sent && !state ? (
        <Notice heading={t('enquiry.sentHeading')}>
          <p>{t('enquiry.sentText')}</p>
          <p>
            <a href={`${href(path)}#form`}>{t('enquiry.another')}</a>
          </p>
        </Notice>
      ) : (
        <Form schema={kind} intent="enquire" state={state}>
          <div className={styles.pair}>
            <TextField name="name" label={t('forms.name')} state={state} autoComplete="name" maxLength={120} />
            <EmailField state={state} />
          </div>
          {isContact ? (
            <SelectField
              name="topic"
              label={t('enquiry.topic')}
              state={state}
              empty={t('enquiry.choose')}
              choices={enquiryTopics.map((value) => ({ value, label: t(`enquiry.topics.${value}`) }))}
            />
          ) : (
            <TextField
              name="website"
              label={t('enquiry.website')}
              state={state}
              type="url"
              inputMode="url"
              autoComplete="url"
              maxLength={300}
              optional
            />
          )}
          <TextArea name="message" label={t('forms.message')} state={state} maxLength={5000} />
          <PrivacyNote />
          <SubmitRow label={t('enquiry.send')} />
        </Form>
      )}
    </FormSection>
  );
}

interface EnquiryData extends ContentPageData {
  sent: boolean;
}

/** Creates a page with the enquiry form. Partner pages have the form near their end, after the description of the programme. */
export function createEnquiryPage(id: Extract<StaticPageId, 'contact' | 'partners' | 'ib' | 'affiliate'>): PageModule {
  const kind: EnquiryKind = id === 'contact' ? 'contact' : 'partner';
  return createContentPage<EnquiryData>(id, {
    kind: 'enquiry',
    query: ['sent'],
    load: ({ query }) => ({ sent: isSent(query) }),
    action: (context) => sendEnquiry(context, kind),
    Component: ({ data: { blocks, sent }, state }) => {
      const form = <EnquiryForm kind={kind} state={state} sent={sent} />;
      if (kind === 'contact') return <BlocksAround blocks={blocks}>{form}</BlocksAround>;
      const splitIndex = blocks.at(-1)?.component === 'blocks.risk-notice' ? -1 : blocks.length;
      return (
        <>
          <Blocks blocks={blocks.slice(0, splitIndex)} />
          {form}
          <Blocks blocks={splitIndex < 0 ? blocks.slice(splitIndex) : []} />
        </>
      );
    },
  });
}
