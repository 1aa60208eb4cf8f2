/** A part of a line: text, code, or a link to a page of the reference or to another path of this server. */
export type Inline =
  | string
  | { code: string }
  | { text: string; page: string; anchor?: string }
  | { text: string; path: string };

export type Line = readonly Inline[];

export interface Row {
  /** The name that a link to the row ends with. */
  id?: string;
  cells: readonly Line[];
}

export interface Entry {
  method: string;
  path: string;
  summary: string;
  /** The name of its page. */
  page: string;
}

/** The content of a page, from which its HTML and its Markdown are rendered. */
export type Block =
  | { kind: 'heading'; level: 2 | 3; line: Line; id?: string }
  | { kind: 'paragraph'; line: Line }
  | { kind: 'endpoint'; method: string; path: string }
  | { kind: 'facts'; rows: readonly (readonly [name: string, line: Line])[] }
  | { kind: 'entries'; entries: readonly Entry[] }
  | { kind: 'table'; columns: readonly string[]; rows: readonly Row[] }
  | { kind: 'sample'; language: string; text: string }
  | { kind: 'search'; value: string }
  | { kind: 'list'; blocks: readonly Block[] }
  | { kind: 'pager'; query: string; current: number; last: number };

export interface Page {
  title: string;
  /** The name of the page after `/reference`; empty for the list. */
  name: string;
  /** The query of its address, such as `?page=2`; empty for none. */
  query: string;
  blocks: readonly Block[];
}

export function heading(level: 2 | 3, text: string, id?: string): Block {
  return { kind: 'heading', level, line: prose(text), ...(id !== undefined && { id }) };
}

/** Returns a heading with the blocks below it. */
export function section(level: 2 | 3, text: string, blocks: readonly Block[]): Block[] {
  return [heading(level, text), ...blocks];
}

export function paragraph(...line: Inline[]): Block {
  return { kind: 'paragraph', line };
}

/** Returns a table without the columns that are empty in every row; nothing if there is no row. */
export function table(columns: readonly string[], rows: readonly Row[]): Block[] {
  if (rows.length === 0) return [];
  const isUsed = (_: unknown, at: number) => rows.some(({ cells }) => (cells[at]?.length ?? 0) > 0);
  const told = rows.map((row) => ({ ...row, cells: row.cells.filter(isUsed) }));
  return [{ kind: 'table', columns: columns.filter(isUsed), rows: told }];
}

/** Returns a text of the description, in which backticks enclose code. */
export function prose(text: string | undefined): Line {
  if (!text) return [];
  const parts = text.split(/`([^`]+)`/);
  return parts.flatMap((part, at): Inline[] => (part === '' ? [] : [at % 2 === 1 ? { code: part } : part]));
}

/** Returns the lines that are not empty as one, with a separator. */
export function joined(lines: readonly Line[], separator: string): Line {
  const whole: Inline[] = [];
  for (const line of lines.filter(({ length }) => length > 0))
    whole.push(...(whole.length === 0 ? [] : [separator]), ...line);
  return whole;
}
