import { createHmac, createSecretKey, timingSafeEqual, type KeyObject } from 'node:crypto';
import canonicalize from 'canonicalize';
import type { Knex } from 'knex';

/** Thrown for a row whose MAC is wrong: it was written without the key. */
export class WrongMac extends Error {
  override name = 'WrongMac';
  readonly table: string;
  readonly row: MacRow;

  constructor(table: string, row: MacRow) {
    super(`The row ${row.id} of ${table} was changed outside of this service.`);
    this.table = table;
    this.row = row;
  }
}

export interface MacRow {
  id: string;
  rowVersion: number;
  mac: Buffer | null;
  workspaceId?: string | null;
  personId?: string | null;
}

/** The columns of a table that decide who may do what. A MAC covers them. */
export interface MacTable {
  tableName: string;
  decisive: readonly string[];
}

/**
 * Computes the MACs of rows: HMAC-SHA-256 under a key that is not in the database. A MAC covers the table,
 * the id, the row version and the decisive columns. It is wrong for any other value, row or version.
 */
export class RowMacs {
  // With a KeyObject, HMAC takes a quarter of its time with bytes.
  #key: KeyObject | null = null;
  #isRequired = false;

  /** Sets the key of this database. While MACs are not required, rows without one are accepted. */
  open(key: Buffer, isRequired: boolean): void {
    this.#key = createSecretKey(key);
    this.#isRequired ||= isRequired;
  }

  require(): void {
    this.#isRequired = true;
  }

  get isRequired(): boolean {
    return this.#isRequired;
  }

  /** Returns the MAC of a row, with optional changes. Throws if no key was set. */
  of(table: MacTable, row: object, changes: object = {}): Buffer {
    if (this.#key === null)
      throw new Error(
        `The key of row MACs is missing, and ${table.tableName} has them. Call assertMasterKey first.`,
      );
    const values = Object.assign({}, row, changes) as Record<string, unknown>;
    // Omits nulls, so that a decisive column of a later version does not affect existing rows.
    const covered = table.decisive.flatMap((column) => {
      const value = plain(values[column]);
      return value === null ? [] : [[column, value]];
    });
    const said = [table.tableName, values['id'], values['rowVersion'] ?? 1, Object.fromEntries(covered)];
    return createHmac('sha256', this.#key)
      .update(canonicalize(said) ?? '')
      .digest();
  }

  isSound(table: MacTable, row: MacRow): boolean {
    if (row.mac === null) return !this.#isRequired;
    const expected = this.of(table, row);
    return row.mac.length === expected.length && timingSafeEqual(row.mac, expected);
  }

  /** Throws a WrongMac if the row's MAC is wrong or missing. */
  assertSound(table: MacTable, row: MacRow): void {
    if (!this.isSound(table, row)) throw new WrongMac(table.tableName, row);
  }
}

/** Returns the MACs of a database; its transactions share them. */
export function rowMacsOf(knex: Knex): RowMacs {
  const params = knex.userParams as { rowMacs?: RowMacs };
  return (params.rowMacs ??= new RowMacs());
}

function plain(value: unknown): unknown {
  if (value instanceof Date) return value.toISOString();
  if (Buffer.isBuffer(value)) return value.toString('base64');
  return value ?? null;
}

const covered = ({ decisive }: MacTable) => ['id', 'rowVersion', 'mac', ...decisive];

function nameOf(alias: string, column: string): string {
  return `${alias}Mac${column.charAt(0).toUpperCase()}${column.slice(1)}`;
}

function columnsOf(table: MacTable, alias: string): string[] {
  return covered(table).map((column) => `${alias}.${column} as ${nameOf(alias, column)}`);
}

/**
 * Returns the first wrong MAC among joined tables, by their aliases, or null. A row that an outer join did
 * not find is skipped.
 */
export function wrongMacIn(
  knex: Knex,
  tables: Readonly<Record<string, MacTable>>,
  row: object,
): WrongMac | null {
  const values = row as Record<string, unknown>;
  for (const [alias, table] of Object.entries(tables)) {
    const columns = covered(table).map((column) => [column, values[nameOf(alias, column)]]);
    const covering = Object.fromEntries(columns) as MacRow;
    if (covering.id !== null && !rowMacsOf(knex).isSound(table, covering))
      return new WrongMac(table.tableName, covering);
  }
  return null;
}

/** Returns the columns to select for the MACs of all these tables. */
export function macColumns(tables: Readonly<Record<string, MacTable>>): string[] {
  return Object.entries(tables).flatMap(([alias, table]) => columnsOf(table, alias));
}

/** Returns the row without the MAC columns, and with its first wrong MAC, if any. */
export function verifiedRow<Row extends object>(
  knex: Knex,
  tables: Readonly<Record<string, MacTable>>,
  row: Row,
): Row & { broken: WrongMac | null } {
  const own = Object.fromEntries(Object.entries(row).filter(([name]) => !/Mac[A-Z]/.test(name))) as Row;
  return Object.assign(own, { broken: wrongMacIn(knex, tables, row) });
}
