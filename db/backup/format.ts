// A backup is gzip over text. The first line is the header. Every table follows as psql would read it: a COPY statement,
// its rows, and `\.`. The last line is the trailer. So rows can be got out of it by hand, too.
import { escapeIdentifier } from 'pg';

const format = 'sallyport-backup';
const version = 1;

export interface TableColumns {
  name: string;
  columns: string[];
}

export interface SequenceValue {
  name: string;
  /** As text, since it may be beyond what a JavaScript number holds exactly. */
  value: string;
  isCalled: boolean;
}

export interface Header {
  format: string;
  version: number;
  takenAt: string;
  /** The version of the server that it was taken from. */
  postgres: string;
  migrations: string[];
  tables: TableColumns[];
  /** Tables whose rows it does not hold. */
  leftOut: string[];
  sequences: SequenceValue[];
}

export interface Trailer {
  /** How many of each table. */
  rows: Record<string, number>;
  /** Over every byte before this line, uncompressed. */
  sha256: string;
}

export const endOfRows = Buffer.from('\\.\n');

export function headerLine(content: Omit<Header, 'format' | 'version'>): Buffer {
  return lineOf({ format, version, ...content } satisfies Header);
}

export function trailerLine(trailer: Trailer): Buffer {
  return lineOf(trailer);
}

export function copyLine({ name, columns }: TableColumns): string {
  return `COPY ${escapeIdentifier(name)} ${columnList(columns)} FROM stdin;`;
}

export function columnList(columns: readonly string[]): string {
  return `(${columns.map((column) => escapeIdentifier(column)).join(', ')})`;
}

/** Throws a sentence for what is no backup, or one that this version cannot read. */
export function parseHeader(line: string): Header {
  const header = parse(line);
  if (!isNamed(header) || header.format !== format) throw foreign();
  if (header.version !== version)
    throw new Error(
      `The backup has version ${String(header.version)} of its format, and this version of Sallyport reads ${version}. ` +
        'Restore it with the version that wrote it, or with a later one.',
    );
  if (!isHeader(header)) throw damaged('Its first line is not as it was written.');
  return header;
}

export function parseTrailer(line: string): Trailer {
  const trailer = parse(line) as Partial<Trailer> | null;
  if (typeof trailer?.sha256 !== 'string' || typeof trailer.rows !== 'object' || trailer.rows === null)
    throw damaged('Its last line is not as it was written.');
  return trailer as Trailer;
}

export function foreign(): Error {
  return new Error('The file is no backup of Sallyport. Name one that `npm run backup` has written.');
}

export function damaged(what: string): Error {
  return new Error(
    `The backup is damaged, and nothing of it is kept: ${what} Take another copy of the file, or another backup.`,
  );
}

function lineOf(value: object): Buffer {
  return Buffer.from(`${JSON.stringify(value)}\n`);
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}

function isNamed(header: unknown): header is Partial<Header> {
  return typeof header === 'object' && header !== null;
}

// The digest is known at the end alone, and by then the rows are loaded.
function isHeader(header: Partial<Header>): header is Header {
  const { takenAt, postgres, migrations, tables, leftOut, sequences } = header;
  return (
    [takenAt, postgres].every(isText) &&
    [migrations, leftOut].every(isTexts) &&
    isListOf(tables, ({ name, columns }) => isText(name) && isTexts(columns)) &&
    isListOf(
      sequences,
      ({ name, value, isCalled }) => [name, value].every(isText) && typeof isCalled === 'boolean',
    )
  );
}

function isListOf<T extends object>(list: T[] | undefined, isOne: (entry: Partial<T>) => boolean): boolean {
  return (
    Array.isArray(list) && list.every((entry) => typeof entry === 'object' && entry !== null && isOne(entry))
  );
}

function isTexts(list: unknown): boolean {
  return Array.isArray(list) && list.every(isText);
}

function isText(value: unknown): boolean {
  return typeof value === 'string';
}
