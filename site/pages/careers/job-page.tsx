/** `/job-post/{slug}`: one position, its facts, and how to apply. */
import type { Job } from '../../../content/model.ts';
import type { FormState } from '../../forms/form-state.ts';
import { withLiveLinks } from '../../layout/live-links.ts';
import { linkTo } from '../../route-patterns.ts';
import { PageIntro } from '../../ui/text/PageIntro.tsx';
import { Prose } from '../../ui/text/Prose.tsx';
import { usePageContext } from '../../ui/page-context.ts';
import { ApplicationForm, apply, sentOf } from './application-form.tsx';
import styles from './job-pages.module.css';
import { type Crumb, alternatesOf, breadcrumbData, textLocale, trailTo } from '../../page/page-head.ts';
import { MovedTo, NotFound, type PageModule, definePage } from '../../page/page-module.ts';

interface JobData {
  job: Job;
  trail: Crumb[];
  email: string;
  sent: boolean;
}

const pathOf = (slug: string) => linkTo('/job-post/:slug', { slug });

function JobPage({ data: { job, trail, email, sent }, state }: { data: JobData; state: FormState | null }) {
  const { t, date } = usePageContext();
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

export const jobPage: PageModule = definePage<JobData, 'slug'>({
  kind: 'job',
  query: ['sent'],
  action: apply,
  takesFile: true,
  loader: ({ read, locale, params, path, query }) => {
    const found = read.bySlug('job', params.slug, locale);
    const sent = sentOf(query);
    if (!found || sent === null) return new NotFound();
    const job = found.document;
    if (found.moved) return new MovedTo(pathOf(job.slug));
    const email = read.single('common-datum', locale)?.email ?? '';
    return {
      job: withLiveLinks(job, read, locale),
      email,
      sent,
      trail: trailTo(read, locale, ['careers'], { name: job.title, path }),
    };
  },
  head: ({ job, trail }, { read, locale }) => ({
    title: `${job.title}, ${job.location}`,
    description: job.summary,
    updatedAt: job.updatedAt,
    alternates: alternatesOf(read, 'job', job.id, pathOf),
    ...textLocale(job, locale),
    structuredData: [
      {
        '@type': 'JobPosting',
        title: job.title,
        description: job.body,
        datePosted: job.postedOn,
        ...(job.validThrough ? { validThrough: job.validThrough } : {}),
        hiringOrganization: { '@type': 'Organization', name: read.single('common-datum', locale)?.legalName ?? '' },
        jobLocation: { '@type': 'Place', address: job.location },
      },
      breadcrumbData(trail, locale),
    ],
  }),
  Component: JobPage,
});
