/** `/verify`: whether an address, or a page that a visitor saved, is or was ours. Only a site with an archive has it. */
import { localeRecords } from '../../../content/locales.ts';
import { type FormState, formState } from '../../forms/form-state.ts';
import { Island } from '../../islands/Island.tsx';
import { type ActionContext, type PersonalContext, showPage } from '../../page/form-action.ts';
import { type LoaderContext, NotFound, definePage } from '../../page/page-module.ts';
import type { PageVerifier } from '../../page/page-verifier.ts';
import { linkTo } from '../../route-patterns.ts';
import { PageIntro } from '../../ui/PageIntro.tsx';
import { useCurrentPage } from '../../ui/current-page.tsx';
import type { VerifyWords } from '../../ui/verify/VerifyAnswerView.tsx';
import type { VerifyAnswer } from '../../ui/verify/verify-answer.ts';
import { fill } from '../../i18n/fill.ts';
import { messages } from '../../i18n/translate.ts';

interface VerifyData {
  /** From the address of this page. */
  address: string;
  words: VerifyWords;
}

/** The longest address that is kept. */
const longest = 2000;

function VerifyPage({ data: { address, words }, state }: { data: VerifyData; state: FormState | null }) {
  const { t, locale, href, absolute } = useCurrentPage();
  const { values = {}, errors = {}, problem } = state ?? {};
  const own = new URL(absolute('/')).host;
  const answer = values['answer'] ? (JSON.parse(values['answer']) as VerifyAnswer) : null;
  return (
    <>
      <PageIntro title={t('verify.title')} text={t('verify.intro')} />
      {problem && (
        <p role="alert" className="contained">
          {problem}
        </p>
      )}
      <Island
        name="verify-page"
        load="visible"
        props={{
          action: href(linkTo('/verify')),
          texts: { words, tag: localeRecords[locale].format, own },
          typed: { address: values['address'] ?? address, ofFile: values['ofFile'] ?? '' },
          answer,
          errors: {
            address: errors['address'] ? fill(errors['address'], { own }) : null,
            file: errors['file'] ?? null,
          },
        }}
      />
    </>
  );
}

/** Counts the question. @returns the page that asks to wait; null when the visitor need not. */
function refuseMany(
  verifier: PageVerifier,
  { visit, t }: PersonalContext,
  values: Record<string, string>,
): FormState | null {
  const seconds = verifier.wait(visit.address);
  return seconds === 0
    ? null
    : formState('form', { values, problem: t('forms.busy', { minutes: Math.ceil(seconds / 60) }) });
}

/** Answers `?address=`. */
async function answerAddress(context: PersonalContext): Promise<FormState | null> {
  const { verifier, parameters, locale } = context;
  const address = (parameters.get('address') ?? '').slice(0, longest);
  if (!verifier) return null;
  const busy = refuseMany(verifier, context, { address });
  if (busy) return busy;
  const answer = await verifier.answerAddress(address);
  const errors = answer.kind === 'no-address' ? { address: messages[locale].verify.words.noAddress } : {};
  return formState('form', { values: { address, answer: JSON.stringify(answer) }, errors });
}

const fileErrors = { 'no-page': 'noPage', nameless: 'nameless', 'too-large': 'tooLarge' } as const;

/** Answers a file that was sent without a script. */
async function checkFile(context: ActionContext) {
  const { verifier, form, t } = context;
  if (!verifier) return { kind: 'no-form' } as const;
  const ofFile = form.value('ofFile').slice(0, longest);
  const busy = refuseMany(verifier, context, { ofFile });
  if (busy) return showPage(429, busy);
  const refuse = (key: 'noFile' | 'tooLarge' | 'noPage' | 'nameless', values: Record<string, string> = {}) =>
    showPage(422, formState('form', { values: { ofFile, ...values }, errors: { file: t(`verify.words.${key}`) } }));
  if (form.fileTooLarge) return refuse('tooLarge');
  if (!form.file) return refuse('noFile');
  const answer = await verifier.answerFile(form.file, ofFile);
  const values = { ofFile, answer: JSON.stringify(answer) };
  return answer.kind in fileErrors
    ? refuse(fileErrors[answer.kind as keyof typeof fileErrors], values)
    : showPage(200, formState('form', { values }));
}

export const verifyPage = definePage<VerifyData>({
  kind: 'verify',
  query: ['address'],
  cached: 'without-query',
  takesFile: true,
  hasForm: ({ hasArchive }) => hasArchive,
  personal: { cookies: [], query: ['address'], state: answerAddress },
  action: checkFile,
  loader({ hasArchive, query, locale }: LoaderContext) {
    if (!hasArchive) throw new NotFound();
    return { address: query.get('address') ?? '', words: messages[locale].verify.words };
  },
  head: (_, { t, query }) => ({
    title: t('verify.pageTitle'),
    description: t('verify.description'),
    ...(query.size > 0 && { noindex: true }),
  }),
  Component: VerifyPage,
});
