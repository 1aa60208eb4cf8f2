import { createHmac, createSecretKey, timingSafeEqual, type KeyObject } from 'node:crypto';
import canonicalize from 'canonicalize';
import type { Knex } from 'knex';

/** A row whose MAC is wrong: somebody wrote it without the key. */
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
 * The MACs of rows: HMAC-SHA-256 under a key that the database does not hold. A MAC covers the table, the id, the row version
 * and the decisive columns. It is wrong for any other value, row or version.
 */
export class RowMacs {
  // Node takes a KeyObject in a quarter of the time that bytes take.
  #key: KeyObject | null = null;
  #isRequired = false;

  /** Takes the key of this database. While MACs are not required, rows without one are accepted. */
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

  /** The MAC of a row, with changes where some are given. Throws where no key was taken. */
  of(table: MacTable, row: object, changes: object = {}): Buffer {
    if (this.#key === null)
      throw new Error(
        `The key of row MACs is missing, and ${table.tableName} has them. Call assertMasterKey first.`,
      );
    const values = Object.assign({}, row, changes) as Record<string, unknown>;
    // Null is left out, so that a decisive column of a later version leaves the rows that are there alone.
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

  /** Throws a WrongMac. */
  assertSound(table: MacTable, row: MacRow): void {
    if (!this.isSound(table, row)) throw new WrongMac(table.tableName, row);
  }
}

/** The MACs of a database. Its transactions share them. */
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

/** The first wrong MAC among joined tables, by their aliases; null where all hold. A row that an outer join did not find has none. */
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

/** The columns of all of them. */
export function macColumns(tables: Readonly<Record<string, MacTable>>): string[] {
  return Object.entries(tables).flatMap(([alias, table]) => columnsOf(table, alias));
}

/** The row as it is kept: without those columns, and with what is wrong with it. */
export function verifiedRow<Row extends object>(
  knex: Knex,
  tables: Readonly<Record<string, MacTable>>,
  row: Row,
): Row & { broken: WrongMac | null } {
  const own = Object.fromEntries(Object.entries(row).filter(([name]) => !/Mac[A-Z]/.test(name))) as Row;
  return Object.assign(own, { broken: wrongMacIn(knex, tables, row) });
}
