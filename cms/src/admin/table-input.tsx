/** The field for a table: a grid in which cells are typed, moved by keyboard, and pasted from a spreadsheet. What it stores is the JSON of before. */
import { useMemo, type CSSProperties } from 'react';
import { Field, JSONInput } from '@strapi/design-system';
import { useField, useForm } from '@strapi/strapi/admin';
import { DataSheetGrid, keyColumn, textColumn, type Column } from 'react-datasheet-grid';
import 'react-datasheet-grid/dist/style.css';
import { useTheme } from 'styled-components';
import { readRows, showCell, writeRows, type Cell, type GridColumn } from './table-cells';
import { useSay } from './version-words';

interface InputProps {
  name: string;
  label?: React.ReactNode;
  hint?: React.ReactNode;
  required?: boolean;
  disabled?: boolean;
}
/** A row of the grid: the text of each cell by the number of its column. */
type Row = Record<string, string>;

/** The cells that are stored, for a row of the grid. */
const storedCells = new WeakMap<Row, Cell[]>();
const mostHeight = 480;

interface Block {
  columns?: { label?: string; name?: string; format?: string; figure?: string | null }[];
  instruments?: string | null;
}

/**
 * The columns are fields of the same block; of a compared property, of the block around it. In a table of instruments a row has its symbol, and cells
 * for the columns without a figure.
 */
function useColumns(name: string, isList: boolean): GridColumn[] {
  const path = name.split('.').slice(0, isList ? -3 : -1);
  const block = useForm('TableInput', ({ values }) =>
    path.reduce<unknown>((part, key) => (part as Record<string, unknown> | undefined)?.[key], values),
  ) as Block | undefined;
  const say = useSay('table');
  const all = (block?.columns ?? []).map(({ label, name: title, format, figure }) => ({
    label: label ?? title ?? '',
    format,
    figure,
  }));
  return block?.instruments?.trim() ? [{ label: say('symbol') }, ...all.filter(({ figure }) => !figure)] : all;
}

export function TableInput({ name, label, hint, required = false, disabled = false }: InputProps) {
  const { value, error, onChange } = useField<unknown>(name);
  const isList = name.endsWith('.values');
  const columns = useColumns(name, isList);
  const rows = readRows(value, isList);
  const say = useSay('table');
  if (!rows || columns.length === 0) {
    const text = typeof value === 'string' ? value : JSON.stringify(value, null, 1);
    return (
      <Field.Root name={name} id={name} error={error} hint={hint} required={required}>
        <Field.Label>{label}</Field.Label>
        <JSONInput value={text} disabled={disabled} onChange={(json) => onChange(name, json || null)} />
        <Field.Hint />
        <Field.Error />
      </Field.Root>
    );
  }
  const write = (next: Row[]) => {
    const typed = next.map((row) => columns.map((_, at) => row[at] ?? ''));
    const written = writeRows(
      typed,
      next.map((row) => storedCells.get(row)),
      columns,
    );
    onChange(name, isList ? (written[0] ?? []) : written);
  };
  return (
    <Field.Root name={name} id={name} error={error} hint={say(isList ? 'hint-list' : 'hint')} required={required}>
      <Field.Label>{label}</Field.Label>
      <Grid
        columns={columns}
        rows={isList && rows.length === 0 ? [[]] : rows}
        write={write}
        isList={isList}
        disabled={disabled}
      />
      <Field.Hint />
      <Field.Error />
    </Field.Root>
  );
}

/** The grid has colours and a size of its own, which fit neither the panel's dark theme nor its other fields. */
function useLook(): CSSProperties {
  const { colors } = useTheme();
  const variables = {
    'cell-background-color': colors.neutral0,
    'cell-disabled-background-color': colors.neutral150,
    'border-color': colors.neutral200,
    'header-text-color': colors.neutral600,
    'header-active-text-color': colors.neutral800,
  };
  const named = Object.entries(variables).map(([name, value]) => [`--dsg-${name}`, value]);
  return { fontSize: '1.4rem', color: colors.neutral800, ...Object.fromEntries(named) };
}

interface GridProps {
  columns: GridColumn[];
  rows: Cell[][];
  write: (rows: Row[]) => void;
  /** One row, which cannot be removed. */
  isList: boolean;
  disabled: boolean;
}

function Grid({ columns, rows, write, isList, disabled }: GridProps) {
  const say = useSay('table');
  const look = useLook();
  const titles = columns.map(({ label }) => label).join('\n');
  const shown = useMemo(
    () =>
      titles.split('\n').map((title, at): Column<Row> => ({
        ...(keyColumn<Row, string>(String(at), textColumn as Partial<Column<string, unknown, string>>) as Column<Row>),
        title,
        minWidth: 110,
        disabled,
      })),
    [titles, disabled],
  );
  const cells = rows.map((stored): Row => {
    const row: Row = Object.fromEntries(columns.map((_, at) => [at, showCell(stored[at])]));
    storedCells.set(row, stored);
    return row;
  });
  return (
    <DataSheetGrid<Row>
      value={cells}
      columns={shown}
      onChange={(next) => write(next)}
      createRow={() => ({})}
      duplicateRow={({ rowData }) => ({ ...rowData })}
      lockRows={isList || disabled}
      height={mostHeight}
      style={look}
      addRowsComponent={
        isList
          ? false
          : ({ addRows }) => (
              <button type="button" className="dsg-add-row-btn" style={{ margin: '0.5rem' }} onClick={() => addRows(1)}>
                {say('add')}
              </button>
            )
      }
    />
  );
}
