import type { ReactNode } from 'react';
import type { Link } from '../../../content/model-values.ts';
import { useCurrentPage } from '../current-page.tsx';

interface ContentLinkProps {
  link: Pick<Link, 'name' | 'url' | 'openInNewTab'>;
  className?: string | undefined;
  /** Shown after the name, for example an icon. */
  children?: ReactNode;
}

/** A link as editors write it. It announces when it opens a new tab, because a lost back button surprises (WCAG G201). */
export function ContentLink({ link, className, children }: ContentLinkProps) {
  const page = useCurrentPage();
  const tab = link.openInNewTab ? ({ target: '_blank', rel: 'noopener' } as const) : null;
  return (
    <a
      href={page.href(link.url)}
      className={className}
      aria-current={link.url === page.path ? 'page' : undefined}
      {...tab}
    >
      {link.name}
      {tab ? <span className="visually-hidden"> {page.t('layout.newTab')}</span> : null}
      {children}
    </a>
  );
}

export function LinkList({ links, children }: { links: readonly Link[]; children?: ReactNode }) {
  return (
    <ul role="list">
      {links.map((link) => (
        <li key={link.id}>
          <ContentLink link={link} />
        </li>
      ))}
      {children}
    </ul>
  );
}
