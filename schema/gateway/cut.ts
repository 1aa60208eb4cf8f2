import { pointerOf } from '../pointer.ts';

export interface ReadBounds {
  rows: number;
  /** Of the data as JSON in UTF-8. */
  bytes: number;
}

/** That data are not all that there were. */
export interface Cut {
  reason: 'ROWS' | 'BYTES';
  /** Rows that are there still, from the first on. */
  shown: number;
  /** Rows that there were; none where the answer has no rows. */
  of: number;
  /** RFC 6901, to the list of the rows; null where there are no data at all, since they do not fit without any row. */
  pointer: string | null;
}

interface Rows {
  path: string[];
  list: readonly unknown[];
}

/**
 * The data within the bounds: with as many rows as they allow, from the first on; without any row where that suffices; and
 * null where it does not. Rows are the items of the answer itself where it is a list. Else they are those of the longest
 * list of objects or lists among its members, or, where there is none, among the members of these.
 */
export function cut(data: unknown, { rows, bytes }: ReadBounds): { data: unknown; cut: Cut | null } {
  const found = rowsOf(data);
  if (!found) return bytesOf(data) <= bytes ? { data, cut: null } : nothingOf(0);
  const { path, list } = found;
  let left = bytes - bytesOf(withRows(data, path, []));
  if (left < 0) return nothingOf(list.length);
  let shown = 0;
  for (const row of list.slice(0, rows)) {
    left -= bytesOf(row) + (shown > 0 ? 1 : 0);
    if (left < 0) break;
    shown += 1;
  }
  if (shown === list.length) return { data, cut: null };
  return {
    data: withRows(data, path, list.slice(0, shown)),
    cut: { reason: left < 0 ? 'BYTES' : 'ROWS', shown, of: list.length, pointer: pointerOf(path) },
  };
}

function nothingOf(rows: number): { data: null; cut: Cut } {
  return { data: null, cut: { reason: 'BYTES', shown: 0, of: rows, pointer: null } };
}

function bytesOf(data: unknown): number {
  return Buffer.byteLength(JSON.stringify(data));
}

function rowsOf(data: unknown): Rows | null {
  if (Array.isArray(data)) return { path: [], list: data };
  const below = membersOf(data).flatMap(([name, member]) => rowListsIn(member, [name]));
  return longestOf(rowListsIn(data, [])) ?? longestOf(below);
}

function rowListsIn(data: unknown, path: string[]): Rows[] {
  return membersOf(data).flatMap(([name, list]) =>
    Array.isArray(list) && list.some((item) => typeof item === 'object' && item !== null)
      ? [{ path: [...path, name], list }]
      : [],
  );
}

function membersOf(data: unknown): [string, unknown][] {
  return typeof data === 'object' && data !== null && !Array.isArray(data) ? Object.entries(data) : [];
}

// The first one of those that are equally long.
function longestOf(found: readonly Rows[]): Rows | null {
  let longest: Rows | null = null;
  for (const rows of found) if (rows.list.length > (longest?.list.length ?? 0)) longest = rows;
  return longest;
}

// By spreading, which makes `__proto__` a member like others.
function withRows(data: unknown, [name, ...path]: readonly string[], list: readonly unknown[]): unknown {
  if (name === undefined) return list;
  const members = data as Readonly<Record<string, unknown>>;
  return { ...members, [name]: withRows(members[name], path, list) };
}
