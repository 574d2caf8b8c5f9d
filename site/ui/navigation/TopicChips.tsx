import { useCurrentPage } from '../current-page.tsx';
import styles from './TopicChips.module.css';

interface TopicChipsProps {
  /** Names the list for assistive technology: "Tags", "Categories". */
  label: string;
  topics: readonly { name: string; path: string }[];
  /** Path of the topic that this page shows. */
  current?: string | undefined;
}

/** Tags or categories as a row of links that wraps. */
export function TopicChips({ label, topics, current }: TopicChipsProps) {
  const page = useCurrentPage();
  if (topics.length === 0) return null;
  return (
    <ul role="list" className={styles.chips} aria-label={label}>
      {topics.map((topic) => (
        <li key={topic.path}>
          <a href={page.href(topic.path)} aria-current={topic.path === current ? 'page' : undefined}>
            {topic.name}
          </a>
        </li>
      ))}
    </ul>
  );
}
