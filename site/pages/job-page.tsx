/** `/job-post/{slug}`: one position, its facts, and how to apply. */
import type { Job } from '../../content/model.ts';
import type { FormState } from '../forms/form-state.ts';
import { keepLiveLinks } from '../layout/live-links.ts';
import { linkTo } from '../route-patterns.ts';
import { PageIntro } from '../ui/PageIntro.tsx';
import { Prose } from '../ui/Prose.tsx';
import { useCurrentPage } from '../ui/current-page.tsx';
import { isSent } from '../page/form-action.ts';
import { type Crumb, buildHead, buildTrail } from '../page/page-head.ts';
import { definePage, findDocument } from '../page/page-module.ts';
import { ApplicationForm, apply } from './forms/application-form.tsx';
import styles from './job-pages.module.css';

interface JobData {
  job: Job;
  trail: Crumb[];
  email: string;
  sent: boolean;
}

const toPath = (slug: string) => linkTo('/job-post/:slug', { slug });

function JobPage({ data: { job, trail, email, sent }, state }: { data: JobData; state: FormState | null }) {
  const { t, date } = useCurrentPage();
  const facts: [string, string][] = [
    [t('careers.location'), job.location],
    [t('careers.department'), job.department],
    [t('careers.employmentType'), job.employmentType],
    [t('careers.postedOn'), date(job.postedOn)],
    ...(job.validThrough ? [[t('careers.validThrough'), date(job.validThrough)] as [string, string]] : []),
  ];
  return (
    <>
      <PageIntro trail={trail} title={job.title} text={job.summary} />
      <div className={styles.job}>
        <aside>
          <dl className={styles.facts}>
            {facts.map(([name, value]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
          <div className={styles.apply}>
            <a className="button" href="#apply">
              {t('careers.apply')}
            </a>
            <p>{t('careers.applyByMail', { email })}</p>
          </div>
        </aside>
        <Prose html={job.body} />
      </div>
      <ApplicationForm state={state} sent={sent} jobs={[job]} chosen={job.id} />
    </>
  );
}

export const jobPage = definePage<JobData, 'slug'>({
  kind: 'job',
  query: ['sent'],
  action: apply,
  takesFile: true,
  loader: (context) => {
    const { read, locale, path, query } = context;
    const sent = isSent(query);
    const job = findDocument('job', toPath, context);
    return {
      job: keepLiveLinks(job, read, locale),
      email: read.single('common-datum', locale)?.email ?? '',
      sent,
      trail: buildTrail(read, locale, ['careers'], { name: job.title, path }),
    };
  },
  head({ job, trail }, context) {
    const posting = {
      '@type': 'JobPosting',
      title: job.title,
      description: job.body,
      datePosted: job.postedOn,
      ...(job.validThrough ? { validThrough: job.validThrough } : {}),
      hiringOrganization: {
        '@type': 'Organization',
        name: context.read.single('common-datum', context.locale)?.legalName ?? '',
      },
      jobLocation: { '@type': 'Place', address: job.location },
    };
    return {
      title: `${job.title}, ${job.location}`,
      description: job.summary,
      ...buildHead('job', job, { toPath, trail, more: [posting] }, context),
    };
  },
  Component: JobPage,
});
