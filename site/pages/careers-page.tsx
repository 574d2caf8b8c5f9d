/** `/careers` (R12): the open positions as a table between the page's own blocks. */
import type { Job } from '../../content/model.ts';
import type { FormState } from '../forms/form-state.ts';
import { linkTo } from '../route-patterns.ts';
import { useCurrentPage } from '../ui/current-page.tsx';
import { isSent } from '../page/form-action.ts';
import { BlocksAround, type ContentPageData, createContentPage } from './content-page.tsx';
import { ApplicationForm, apply } from './forms/application-form.tsx';
import styles from './job-pages.module.css';

interface CareersData extends ContentPageData {
  jobs: Job[];
  sent: boolean;
}

function JobTable({ jobs }: { jobs: Job[] }) {
  const { t, href } = useCurrentPage();
  return (
    <table className={styles.jobs}>
      <caption className="visually-hidden">{t('careers.openPositions')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('careers.jobTitle')}</th>
          <th scope="col">{t('careers.location')}</th>
          <th scope="col">{t('careers.department')}</th>
          <th scope="col">
            <span className="visually-hidden">{t('careers.apply')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {jobs.map((job) => {
          const address = href(linkTo('/job-post/:slug', { slug: job.slug }));
          return (
            <tr key={job.id}>
              <th scope="row">
                <a href={address}>{job.title}</a>
              </th>
              <td data-label={t('careers.location')}>{job.location}</td>
              <td data-label={t('careers.department')}>{job.department}</td>
              <td>
                <a
                  className="button secondary"
                  href={`${address}#apply`}
                  aria-label={t('careers.applyFor', { title: job.title })}
                >
                  {t('careers.apply')}
                </a>
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

function CareersPage({ data: { blocks, jobs, sent }, state }: { data: CareersData; state: FormState | null }) {
  const { t } = useCurrentPage();
  return (
    <BlocksAround blocks={blocks}>
      <section className={styles.section} aria-labelledby="positions">
        <h2 id="positions">{t('careers.openPositions')}</h2>
        {jobs.length > 0 ? <JobTable jobs={jobs} /> : <p>{t('careers.none')}</p>}
      </section>
      {jobs.length > 0 && <ApplicationForm state={state} sent={sent} jobs={jobs} chosen={null} />}
    </BlocksAround>
  );
}

export const careersPage = createContentPage<CareersData>('careers', {
  kind: 'careers',
  query: ['sent'],
  load: ({ query, read, locale }) => ({ sent: isSent(query), jobs: read.list('job', locale) }),
  action: apply,
  takesFile: true,
  Component: CareersPage,
});
