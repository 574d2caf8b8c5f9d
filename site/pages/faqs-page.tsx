/** `/faqs`: every question by group; each opens without a script. */
import type { Faq, FaqGroup } from '../../content/model.ts';
import { keepLiveLinks } from '../layout/live-links.ts';
import { Accordion } from '../ui/Accordion.tsx';
import { TopicChips } from '../ui/navigation/TopicChips.tsx';
import { useCurrentPage } from '../ui/current-page.tsx';
import { BlocksAround, type ContentPageData, createContentPage } from './content-page.tsx';
import styles from './directory-pages.module.css';

interface FaqsData extends ContentPageData {
  groups: { group: FaqGroup; questions: Faq[] }[];
}

function FaqsPage({ data: { blocks, groups } }: { data: FaqsData }) {
  const { t } = useCurrentPage();
  return (
    <BlocksAround blocks={blocks}>
      <div className={styles.directory}>
        <TopicChips
          label={t('faqs.groups')}
          topics={groups.map(({ group }) => ({ name: group.name, path: `#${group.id}` }))}
        />
        {groups.map(({ group, questions }) => (
          <section key={group.id} className={styles.group} aria-labelledby={group.id}>
            <h2 id={group.id}>{group.name}</h2>
            <Accordion items={questions} />
          </section>
        ))}
      </div>
    </BlocksAround>
  );
}

export const faqsPage = createContentPage<FaqsData>('faqs', {
  kind: 'directory',
  load({ read, locale }) {
    const groups = read.list('faq-group', locale).map((group) => ({
      group,
      questions: read
        .list('faq', locale, { relation: ['group', group.id] })
        .map((faq) => keepLiveLinks(faq, read, locale)),
    }));
    return { groups: groups.filter(({ questions }) => questions.length > 0) };
  },
  Component: FaqsPage,
});
