import type { Cell } from '../../../content/model-blocks.ts';
import { Icon } from '../Icon.tsx';
import { Prose } from '../Prose.tsx';
import { Sparkline } from './Sparkline.tsx';
import { useCurrentPage } from '../current-page.tsx';

/** The content of a table cell. Tick and dash have a text alternative, because "check" and "-" do not tell a listener yes or no. */
export function CellContent({ cell, digits }: { cell: Cell; digits?: number | undefined }) {
  const page = useCurrentPage();
  if (typeof cell === 'number') return page.number(cell, digits);
  if (typeof cell === 'boolean') {
    return cell ? (
      <Icon name="check" size={20} title={page.t('blocks.yes')} />
    ) : (
      <Icon name="minus" size={20} title={page.t('blocks.no')} />
    );
  }
  if (typeof cell === 'string') return <Prose html={cell} as="span" />;
  return <Sparkline points={cell} />;
}
