import type { Html } from '../../../content/model-values.ts';
import { cx } from '../cx.ts';
import { usePageContext } from '../page-context.ts';

type ProseElement = 'div' | 'p' | 'span' | 'li' | 'dd' | 'figcaption' | 'blockquote';

interface ProseProps {
  html: Html | null;
  /** `div` is for block markdown and brings the typography of running text; everything else is for inline markdown. */
  as?: ProseElement;
  className?: string | undefined;
}

/** The only door through which content becomes markup: sanitised by the parser, its links prefixed for the locale here. */
export function Prose({ html, as: Element = 'div', className }: ProseProps) {
  const page = usePageContext();
  if (!html) return null;
  return (
    <Element
      className={cx(Element === 'div' && 'prose', className)}
      dangerouslySetInnerHTML={{ __html: page.html(html) }}
    />
  );
}
