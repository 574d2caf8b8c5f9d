/** The field for a table: a grid in which cells are typed, moved by keyboard, and pasted from a spreadsheet. What it stores is the JSON of before. */
import { useLayoutEffect, useMemo, useRef, type CSSProperties } from 'react';
import { Box, Button, Field, JSONInput } from '@strapi/design-system';
import { Plus } from '@strapi/icons';
import { useField, useForm } from '@strapi/strapi/admin';
import {
  createContextMenuComponent,
  DataSheetGrid,
  type CellProps,
  type Column,
  type ContextMenuComponentProps,
  type ContextMenuItem,
} from 'react-datasheet-grid';
import 'react-datasheet-grid/dist/style.css';
import { useTheme } from 'styled-components';
import { readRows, showCell, writeRows, type Cell, type GridColumn } from './table-cells';
import { useSay } from '../../../admin/panel-words';

interface InputProps {
  name: string;
  label?: React.ReactNode;
  hint?: React.ReactNode;
  required?: boolean;
  disabled?: boolean;
}
/** A row of the grid: the text of each cell, and what is stored, which the copies that the grid makes of a row keep. */
interface Row {
  texts: string[];
  stored: Cell[];
}

const maxHeight = 480;

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
    const written = writeRows(
      next.map(({ texts }) => texts),
      next.map(({ stored }) => stored),
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
  return { fontSize: '1.4rem', ...Object.fromEntries(named) };
}

interface GridProps {
  columns: GridColumn[];
  rows: Cell[][];
  write: (rows: Row[]) => void;
  /** One row, which cannot be removed. */
  isList: boolean;
  disabled: boolean;
}

interface CellPlace {
  title: string;
  at: number;
}

const replaceText = ({ texts, stored }: Row, at: number, text: string): Row => ({
  texts: Object.assign([...texts], { [at]: text }),
  stored,
});

function writeColumn(title: string, at: number): Partial<Column<Row, CellPlace, string>> {
  return {
    title,
    minWidth: 110,
    component: TextCell,
    columnData: { title, at },
    copyValue: ({ rowData }) => rowData.texts[at] ?? '',
    pasteValue: ({ rowData, value }) => replaceText(rowData, at, value),
    deleteValue: ({ rowData }) => replaceText(rowData, at, ''),
    isCellEmpty: ({ rowData }) => !rowData.texts[at],
  };
}

/** The library's own cell for texts has no name for those who do not see the table. */
function TextCell({ rowData, rowIndex, columnData: { title, at }, setRowData, focus }: CellProps<Row, CellPlace>) {
  const input = useRef<HTMLInputElement>(null);
  const { colors } = useTheme();
  useLayoutEffect(() => {
    if (focus) input.current?.select();
    else input.current?.blur();
  }, [focus]);
  return (
    <input
      ref={input}
      className="dsg-input"
      tabIndex={-1}
      aria-label={`${title}, ${rowIndex + 1}`}
      style={{ pointerEvents: focus ? 'auto' : 'none', font: 'inherit', color: colors.neutral800 }}
      value={rowData.texts[at] ?? ''}
      onChange={({ target }) => setRowData(replaceText(rowData, at, target.value))}
    />
  );
}

/** An entry of the menu that opens on a cell, in the language of the panel. */
function MenuWords({ type }: { type: ContextMenuItem['type'] }) {
  const say = useSay('table');
  return <>{say(`menu.${type.toLowerCase()}`)}</>;
}

const Menu = createContextMenuComponent(({ type }) => <MenuWords type={type} />);
const CellMenu = (props: ContextMenuComponentProps) => <Menu {...props} />;

function Grid({ columns, rows, write, isList, disabled }: GridProps) {
  const say = useSay('table');
  const look = useLook();
  const titles = columns.map(({ label }) => label).join('\n');
  const shown = useMemo(
    () => titles.split('\n').map((title, at): Column<Row, CellPlace> => ({ ...writeColumn(title, at), disabled })),
    [titles, disabled],
  );
  const cells = rows.map((stored): Row => ({ texts: columns.map((_, at) => showCell(stored[at])), stored }));
  return (
    <DataSheetGrid<Row>
      value={cells}
      columns={shown}
      onChange={(next) => write(next)}
      createRow={() => ({ texts: [], stored: [] })}
      duplicateRow={({ rowData }) => ({ ...rowData })}
      lockRows={isList || disabled}
      height={maxHeight}
      style={look}
      contextMenuComponent={CellMenu}
      addRowsComponent={
        isList
          ? false
          : ({ addRows }) => (
              <Box paddingTop={2}>
                <Button variant="tertiary" startIcon={<Plus />} onClick={() => addRows(1)}>
                  {say('add')}
                </Button>
              </Box>
            )
      }
    />
  );
}
