import type { Cell, Column, Table } from '../../../content/model-blocks.ts';
import { CellContent } from './CellContent.tsx';
import { Note } from '../Note.tsx';
import { cx } from '../cx.ts';
import { useCurrentPage } from '../current-page.tsx';
import styles from './DataTableView.module.css';

interface DataTableViewProps {
  table: Table;
  /** Prefix of the ids inside, unique on the page. */
  id: string;
  /** For a panel: smaller, and a narrow panel hides the columns of charts. */
  compact?: boolean;
}

/**
 * A data table. One attribute on the table aligns the columns, instead of a class on every cell: this keeps a page of 140 rows small.
 * From three columns on it may be wider than its place, so it is a region that scrolls by keyboard; from four on its first column is sticky. On a phone
 * such a wide table, and one of three columns of text, shows each row as a small card, in which a figure is under the label of its column
 * and a text next to its label, so that everything is visible.
 */
export function DataTableView({ table, id, compact = false }: DataTableViewProps) {
  const captionId = `${id}-c`;
  const wide = table.columns.length > 3;
  const stacked = (wide || hasOnlyWords(table.columns)) && !compact;
  const region =
    table.columns.length > 2 ? ({ tabIndex: 0, role: 'region', 'aria-labelledby': captionId } as const) : null;
  return (
    <>
      <div className={cx('table-scroll', styles.scroll, compact && styles.compact)} {...region}>
        <table
          className={cx(
            styles.table,
            wide && styles.wide,
            stacked && cx('stacked-table', styles.stacked),
            hasLongNames(table.rows) && styles.names,
          )}
          data-end={listColumnNumbers(table.columns, (column) => column.align === 'end')}
        >
          <caption id={captionId}>{table.caption}</caption>
          <thead>
            <tr>
              {table.columns.map((column, index) => (
                <th key={index} scope="col" className={chooseColumnClass(column)}>
                  {column.label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {table.rows.map((row, index) => (
              <Row key={index} row={row} columns={table.columns} labelled={stacked} />
            ))}
          </tbody>
        </table>
      </div>
      <Note html={table.note} className={compact ? styles.compactNote : undefined} />
    </>
  );
}

function Row({ row, columns, labelled }: { row: Cell[]; columns: Column[]; labelled: boolean }) {
  const page = useCurrentPage();
  return (
    <tr>
      {row.map((cell, index) => {
        const column = columns[index];
        const label = column?.align === 'end' ? 'data-figure' : 'data-text';
        const attributes = { className: chooseColumnClass(column), [label]: labelled ? column?.label : undefined };
        if (typeof cell === 'string') {
          const markup = { dangerouslySetInnerHTML: { __html: page.html(cell) } };
          if (index === 0) return <th key={index} scope="row" {...markup} />;
          return <td key={index} {...attributes} {...markup} />;
        }
        const content = <CellContent cell={cell} digits={column?.format === 'number' ? column.digits : undefined} />;
        if (index === 0) {
          return (
            <th key={index} scope="row">
              {content}
            </th>
          );
        }
        return (
          <td key={index} {...attributes}>
            {content}
          </td>
        );
      })}
    </tr>
  );
}

/** Chooses the class of a cell. A column of charts has it in every row, also without a chart, because the column is hidden as a whole. */
function chooseColumnClass(column: Column | undefined): string | undefined {
  return column?.figure === 'chart' ? styles.spark : undefined;
}

/** Whether a table has three columns of text, which are wider than the narrowest phones; three columns of figures fit. */
function hasOnlyWords(columns: Column[]): boolean {
  return columns.length === 3 && columns.every(({ align, figure }) => align !== 'end' && figure === undefined);
}

/** Whether the first column has long names, which the columns that do not wrap would squeeze to one word per line. */
function hasLongNames(rows: Cell[][]): boolean {
  return rows.some(([name]) => typeof name === 'string' && name.length > 14);
}

/** Lists the numbers of the matching columns, counted from 1 as `:nth-child` does. */
function listColumnNumbers(columns: Column[], matches: (column: Column) => boolean): string | undefined {
  return columns.flatMap((column, index) => (matches(column) ? [index + 1] : [])).join(' ') || undefined;
}
