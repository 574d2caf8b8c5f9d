import type { Html } from '../../../content/model.ts';
import { Icon } from '../icons/Icon.tsx';
import { Prose } from './Prose.tsx';
import styles from './Accordion.module.css';

interface AccordionProps {
  items: readonly { id: string; question: string; answer: Html }[];
  /** Questions of one group close each other, by `<details name>`; without a group each opens for itself. */
  group?: string;
}

/** Questions that open: HTML does it, so it works without a script and the browser's search finds closed answers. */
export function Accordion({ items, group }: AccordionProps) {
  return (
    <div className={styles.accordion}>
      {items.map((item) => (
        <details key={item.id} id={item.id} name={group}>
          <summary>
            {item.question}
            <Icon name="chevron-down" size={20} />
          </summary>
          <Prose html={item.answer} />
        </details>
      ))}
    </div>
  );
}
