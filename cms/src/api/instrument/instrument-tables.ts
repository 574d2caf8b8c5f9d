/** The tables of instruments and of their terms, from Strapi's metadata, for writing thousands of rows directly. */
import type { Core } from '@strapi/strapi';

export type Fields = Record<string, unknown>;
export const instrumentUid = 'api::instrument.instrument';

export interface Column {
  name: string;
  isTime: boolean;
}
export interface Table {
  name: string;
  /** By the name of the stored field. */
  columns: ReadonlyMap<string, Column>;
}
/** The rows that join an instrument with its terms. */
export interface Joins {
  table: string;
  instrument: string;
  terms: string;
  order: string;
  /** The values of the other columns. */
  kind: Readonly<{ component_type: string; field: string }>;
}

/** Strapi's own types leave most of this out. */
interface Metadata {
  tableName: string;
  attributes: Record<string, { type: string; columnName?: string }>;
}
interface ComponentAttribute {
  target: string;
  joinTable: {
    name: string;
    joinColumn: { name: string };
    inverseJoinColumn: { name: string };
    on: { field: string };
    orderColumnName: string;
  };
}

function readTable(strapi: Core.Strapi, type: string): Table {
  const { tableName, attributes } = strapi.db.metadata.get(type) as unknown as Metadata;
  const columns = Object.entries(attributes)
    .filter(([, { type: attributeType }]) => attributeType !== 'relation')
    .map(
      ([field, { type: attributeType, columnName = field }]) =>
        [field, { name: columnName, isTime: attributeType === 'datetime' }] as const,
    );
  return { name: tableName, columns: new Map(columns) };
}

export function readInstrumentTables(strapi: Core.Strapi): { instruments: Table; terms: Table; joins: Joins } {
  const { target, joinTable } = strapi.db.metadata.get(instrumentUid).attributes[
    'terms'
  ] as unknown as ComponentAttribute;
  return {
    instruments: readTable(strapi, instrumentUid),
    terms: readTable(strapi, target),
    joins: {
      table: joinTable.name,
      instrument: joinTable.joinColumn.name,
      terms: joinTable.inverseJoinColumn.name,
      order: joinTable.orderColumnName,
      kind: { component_type: target, ...joinTable.on },
    },
  };
}
