/** The main menu: items by `menu_position`, each with a submenu of link groups and titled columns (R20). */
import type { HeaderNavItem, NavBlock } from '../../content/model.ts';
import { LinkList } from '../ui/navigation/ContentLink.tsx';
import { Icon } from '../ui/Icon.tsx';
import { Prose } from '../ui/Prose.tsx';
import { useCurrentPage } from '../ui/current-page.tsx';
import styles from './MainMenu.module.css';

function NavSection({ block }: { block: NavBlock }) {
  return (
    <div className={styles.column}>
      {block.component === 'header.nav-column' && (
        <p className={styles.columnName}>
          {block.icon && <Icon name={block.icon} size={20} />}
          <Prose html={block.name} as="span" />
        </p>
      )}
      <LinkList links={block.links} />
    </div>
  );
}

export function MainMenu({ items }: { items: HeaderNavItem[] }) {
  const { t } = useCurrentPage();
  return (
    <nav aria-label={t('layout.mainMenu')}>
      <ul className={styles.items} role="list">
        {items.map((item) => (
          <li key={item.id}>
            {item.content.length === 0 ? (
              item.name
            ) : (
              <details name="header-menu" data-menu className={styles.item}>
                <summary>
                  {item.name}
                  <Icon name="chevron-down" size={16} />
                </summary>
                <div className={styles.panel}>
                  <Prose html={item.text} as="p" className={styles.text} />
                  {item.content.map((block) => (
                    <NavSection key={block.id} block={block} />
                  ))}
                </div>
              </details>
            )}
          </li>
        ))}
      </ul>
    </nav>
  );
}
