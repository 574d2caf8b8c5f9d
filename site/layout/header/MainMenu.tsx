/** The main menu: items by `menu_position`, each with a submenu of link groups and titled columns (R20). */
import type { HeaderNavItem, NavBlock } from '../../../content/model.ts';
import type { Link } from '../../../content/model-values.ts';
import { ContentLink } from '../../ui/navigation/ContentLink.tsx';
import { Icon } from '../../ui/icons/Icon.tsx';
import { Prose } from '../../ui/text/Prose.tsx';
import { useCurrentPage } from '../../ui/current-page.tsx';
import styles from './MainMenu.module.css';

function Links({ links }: { links: Link[] }) {
  return (
    <ul role="list">
      {links.map((link) => (
        <li key={link.id}>
          <ContentLink link={link} />
        </li>
      ))}
    </ul>
  );
}

function NavSection({ block }: { block: NavBlock }) {
  if (block.component === 'header.nav-group')
    return (
      <div className={styles.column}>
        <Links links={block.links} />
      </div>
    );
  return (
    <div className={styles.column}>
      <p className={styles.columnName}>
        {block.icon && <Icon name={block.icon} size={20} />}
        <Prose html={block.name} as="span" />
      </p>
      <Links links={block.links} />
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
