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
 * A data table. One attribute on the table (`data-end`) aligns the columns, instead of a class on every cell: this keeps a page of 140 rows small.
 * A table of three or more columns may not fit, so it is a region that the keyboard can scroll. With four or more columns the first is sticky.
 * On a phone, a table of four or more columns, or of three columns of text, shows each row as a card with the labels of the columns: above a figure,
 * next to a text.
 */
export function DataTableView({ table, id, compact = false }: DataTableViewProps) {
  const captionId = `${id}-c`;
  const wide = table.columns.length > 3;
  const stacked = (wide || hasThreeTextColumns(table.columns)) && !compact;
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
              <Row key={index} row={row} columns={table.columns} stacked={stacked} />
            ))}
          </tbody>
        </table>
      </div>
      <Note html={table.note} className={compact ? styles.compactNote : undefined} />
    </>
  );
}

function Row({ row, columns, stacked }: { row: Cell[]; columns: Column[]; stacked: boolean }) {
  const page = useCurrentPage();
  return (
    <tr>
      {row.map((cell, index) => {
        const column = columns[index];
        const labelKey = column?.align === 'end' ? 'data-figure' : 'data-text';
        const attributes = { className: chooseColumnClass(column), [labelKey]: stacked ? column?.label : undefined };
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

/** Chooses the class of a cell. In a column of charts every cell has it, also one without a chart, because it hides the whole column in a narrow panel. */
function chooseColumnClass(column: Column | undefined): string | undefined {
  return column?.figure === 'chart' ? styles.spark : undefined;
}

/** Whether a table has exactly three columns, all of text: they are wider than the narrowest phones. Three columns of figures fit. */
function hasThreeTextColumns(columns: Column[]): boolean {
  return columns.length === 3 && columns.every(({ align, figure }) => align !== 'end' && figure === undefined);
}

/** Whether the first column has long names. They would have one word per line, because other columns do not wrap. */
function hasLongNames(rows: Cell[][]): boolean {
  return rows.some(([name]) => typeof name === 'string' && name.length > 14);
}

/** Lists the numbers of the matching columns, counted from 1 as `:nth-child` does. */
function listColumnNumbers(columns: Column[], matches: (column: Column) => boolean): string | undefined {
  return columns.flatMap((column, index) => (matches(column) ? [index + 1] : [])).join(' ') || undefined;
}
