import type { Html } from '../../content/model-values.ts';
import { cx } from './cx.ts';
import { useCurrentPage } from './current-page.tsx';

type ProseElement = 'div' | 'p' | 'span' | 'li' | 'dd' | 'figcaption' | 'blockquote';

interface ProseProps {
  html: Html | null;
  /** `div` is for block markdown and has the typography of running text; all others are for inline markdown. */
  as?: ProseElement;
  className?: string | undefined;
}

/** Turns content into markup: the parser has sanitised the HTML, and this component prefixes its links for the locale. */
export function Prose({ html, as: Element = 'div', className }: ProseProps) {
  const page = useCurrentPage();
  if (!html) return null;
  return (
    <Element
      className={cx(Element === 'div' && 'prose', className)}
      dangerouslySetInnerHTML={{ __html: page.html(html) }}
    />
  );
}
