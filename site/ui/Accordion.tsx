import type { ReactNode } from 'react';
import type { Html } from '../../content/model-values.ts';
import { Icon } from './Icon.tsx';
import { Prose } from './Prose.tsx';
import styles from './Accordion.module.css';

interface AccordionProps {
  items: readonly {
    id: string;
    question: string;
    answer: Html;
    /** Shown below the answer. */
    after?: ReactNode;
  }[];
  /** Opening one question closes the others of its group (`<details name>`); without a group they open independently. */
  group?: string;
  /** All are open. */
  open?: boolean;
}

/** Questions that expand. Plain HTML does this, so it works without a script and the browser's search finds closed answers. */
export function Accordion({ items, group, open }: AccordionProps) {
  return (
    <div className={styles.accordion}>
      {items.map((item) => (
        <details key={item.id} name={group} open={open}>
          <summary>
            <h3>{item.question}</h3>
            <Icon name="chevron-down" size={20} />
          </summary>
          {/* A browser opens the `details` around a fragment's target by itself, but not one that is the target: this one is at the question's top edge. */}
          <span id={item.id} className={styles.target} />
          <Prose html={item.answer} />
          {item.after && <p>{item.after}</p>}
        </details>
      ))}
    </div>
  );
}
