import type { ReactNode } from 'react';
import type { Cell } from '../../../content/model-blocks.ts';
import { CellContent } from './CellContent.tsx';
import { cx } from '../cx.ts';
import { useCurrentPage } from '../current-page.tsx';
import styles from './ComparisonTableView.module.css';

interface ComparisonTableViewProps {
  caption: string;
  columns: readonly { name: string; note: string | null; highlighted: boolean }[];
  /** `{ plain }` is text of the site; a string is HTML from the content. */
  rows: readonly { label: string; hint: string | null; values: readonly (Cell | { plain: string })[] }[];
  /** A last row with one cell per column, for example the button of each account. */
  footer?: readonly ReactNode[];
}

/**
 * A table that compares things side by side. On a phone nothing scrolls sideways: each row's label has its own line above its values, and the
 * column names are sticky. CSS finds the highlighted column by number: one attribute instead of a class on every cell.
 */
export function ComparisonTableView({ caption, columns, rows, footer }: ComparisonTableViewProps) {
  const page = useCurrentPage();
  const highlighted = columns.findIndex((column) => column.highlighted);
  return (
    <table className={cx(styles.compare)} data-highlight={highlighted < 0 ? undefined : highlighted + 2}>
      <caption className="visually-hidden">{caption}</caption>
      <thead>
        <tr>
          <th scope="col">
            <span className="visually-hidden">{page.t('blocks.feature')}</span>
          </th>
          {columns.map((column) => (
            <th key={column.name} scope="col">
              {column.name}
              {column.note ? <small>{column.note}</small> : null}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.label}>
            <th scope="row">
              {row.label}
              {row.hint ? <small>{row.hint}</small> : null}
            </th>
            {row.values.map((value, index) => (
              <td key={index}>
                {typeof value === 'object' && 'plain' in value ? value.plain : <CellContent cell={value} />}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
      {footer ? (
        <tfoot>
          <tr>
            <td />
            {footer.map((cell, index) => (
              <td key={index}>{cell}</td>
            ))}
          </tr>
        </tfoot>
      ) : null}
    </table>
  );
}
