import type { ReactNode } from 'react';
import { Breadcrumbs } from './navigation/Breadcrumbs.tsx';
import styles from './PageIntro.module.css';

interface Props {
  trail?: { name: string; path: string }[];
  title: string;
  text?: string | undefined;
  /** A line of facts below the text. */
  children?: ReactNode;
}

const noTrail: NonNullable<Props['trail']> = [];

/** The head of a page without a hero: breadcrumbs, the page's only h1, and what the page is about. */
export function PageIntro({ trail = noTrail, title, text, children }: Props) {
  return (
    <header className={styles.intro}>
      {trail.length > 1 && <Breadcrumbs trail={trail} />}
      <h1>{title}</h1>
      {text && <p className={styles.text}>{text}</p>}
      {children}
    </header>
  );
}
