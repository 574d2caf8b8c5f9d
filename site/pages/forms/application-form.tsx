/** The form to apply for a position (R12): attach the CV, send it, or clear the form. `/careers` asks for the position; a job's page has it. */
import type { FormErrorKey } from '../../forms/form-schemas.ts';
import type { FormState } from '../../forms/form-state.ts';
import { Buttons, Form, FormSection, Notice, PrivacyNote } from '../../ui/Form.tsx';
import { EmailField, FileField, SelectField, TextArea, TextField } from '../../ui/fields.tsx';
import styles from '../../ui/Form.module.css';
import { useCurrentPage } from '../../ui/current-page.tsx';
import {
  type ActionAnswer,
  type ActionContext,
  checkSubmission,
  refuseBusy,
  redirectTo,
} from '../../page/form-action.ts';

const acceptedFileTypes =
  '.pdf,.docx,application/pdf,application/vnd.openxmlformats-officedocument.wordprocessingml.document';

export async function apply(context: ActionContext): Promise<ActionAnswer> {
  const { services, visit, locale, form, path, read, t, leadSource } = context;
  const job = read.get('job', form.value('job').trim(), locale);
  const received = form.file && (await services.checkCv(form.file));
  const cv = received && 'kind' in received ? received : null;
  const cvFault: FormErrorKey = received && 'fault' in received ? received.fault : form.fileTooLarge ? 'cvSize' : 'cv';
  /** Asks for the file again: browsers drop it when the form is shown again, and the visitor would send the form without it. */
  const askForFileAgain = (answer: ActionAnswer) => {
    if (answer.kind === 'page' && cv) answer.state.errors['cv'] = t('forms.errors.cvAgain');
    return answer;
  };
  const checked = checkSubmission(context, 'application', 'application', {
    ...(job ? {} : { job: 'job' }),
    ...(cv ? {} : { cv: cvFault }),
  });
  if (!checked.ok) return askForFileAgain(checked.answer);
  if (!job || !cv) throw new Error('An application without a position or a CV passed its check.');
  const { name, email, message } = checked.output;
  const wait = await services.limits.use({
    'application:address': visit.address,
    'application:pair': `${email.toLowerCase()} ${visit.address}`,
  });
  if (wait > 0) return askForFileAgain(refuseBusy(context, 'application', 'application', wait));
  await services.apply(
    { jobId: job.id, jobTitle: job.title, name, email, message, ...leadSource, locale, address: visit.address },
    cv,
  );
  return redirectTo(`${path}?sent=1#apply`);
}

interface Props {
  state: FormState | null;
  sent: boolean;
  /** Open positions to choose from, or the one of this page. */
  jobs: { id: string; title: string; location: string }[];
  chosen: string | null;
}

export function ApplicationForm({ state, sent, jobs, chosen }: Props) {
  const { t, href, path } = useCurrentPage();
  return (
    <FormSection id="apply" heading={t('application.heading')} text={<p>{t('application.text')}</p>} tone="band">
      {sent && !state ? (
        <Notice heading={t('application.sentHeading')}>
          <p>{t('application.sentText')}</p>
          <p>
            <a href={`${href(path)}#apply`}>{t('application.again')}</a>
          </p>
        </Notice>
      ) : (
        <Form schema="application" intent="apply" state={state} upload>
          {chosen === null ? (
            <SelectField
              name="job"
              label={t('application.job')}
              state={state}
              empty={t('application.choose')}
              choices={jobs.map((job) => ({ value: job.id, label: `${job.title}, ${job.location}` }))}
            />
          ) : (
            <input type="hidden" name="job" value={chosen} />
          )}
          <div className={styles.pair}>
            <TextField name="name" label={t('forms.name')} state={state} autoComplete="name" maxLength={120} />
            <EmailField state={state} />
          </div>
          <TextArea name="message" label={t('application.lines')} state={state} maxLength={3000} rows={4} optional />
          <FileField
            name="cv"
            label={t('application.attach')}
            hint={t('application.attachHint')}
            state={state}
            accept={acceptedFileTypes}
          />
          <PrivacyNote />
          <Buttons>
            <button className="button">{t('application.send')}</button>
            {/* After an error the server has filled in the fields, and `reset` would restore those values instead of clearing them. */}
            <button
              type={state ? 'submit' : 'reset'}
              form={state ? 'empty-application' : undefined}
              className="button quiet"
              data-cleared={t('application.cleared')}
              data-undo={t('application.undo')}
            >
              {t('application.clear')}
            </button>
            <p className="said" role="status" />
          </Buttons>
        </Form>
      )}
      {state && <form id="empty-application" action={`${href(path)}#apply`} />}
    </FormSection>
  );
}
