import { pointerOf } from '../../values/pointer.ts';
import { fitted } from './fit.ts';
import { bytesOf, sizes, type Sizes } from './size.ts';

export interface ReadBounds {
  rows: number;
  /** The number of rows to skip, since an earlier page has them; by default 0. */
  skip?: number;
  /** The maximum size of the data as JSON in UTF-8. */
  bytes: number;
}

export const cutReasons = ['ROWS', 'BYTES'] as const;

/** A part of an answer that is omitted or shortened. */
export interface LeftOut {
  /** RFC 6901, as in `fields`: a list takes no segment. */
  pointer: string;
  /** The size of the omitted part as JSON. */
  bytes: number;
}

/** The report of omitted data. */
export interface Cut {
  reason: (typeof cutReasons)[number];
  /** The number of rows in the data. */
  shown: number;
  /** The number of rows in the answer; 0 if it has none. */
  of: number;
  /** RFC 6901, to the list of rows; null if the data have none. */
  pointer: string | null;
  /** The size of the whole answer as JSON. */
  bytes: number;
  /** The largest omitted parts, largest first; empty if only the row limit applied. */
  leftOut: LeftOut[];
}

interface Rows {
  path: string[];
  list: readonly unknown[];
}

const maxLeftOut = 10;
const maxPointerLength = 300;

/** Returns advice on how to get the omitted parts. */
export function adviceOf({ reason, pointer, shown }: Cut): string {
  if (reason === 'ROWS')
    return 'Continue with `nextCursor` if there is one, raise `limit` within the selection, or request fewer rows with the arguments.';
  if (pointer !== null && shown > 0)
    return 'Continue with `nextCursor` if there is one, or name the parts that you need in `fields`, so that more rows fit.';
  return 'Name the parts that you need in `fields`; `leftOut` lists the parts that were too large.';
}

/**
 * Returns the data within the bounds, with as many rows as fit after the skipped ones. Rows are the items of
 * an answer that is a list. Otherwise they are the items of its longest list of objects or lists, one or two
 * levels deep. If the data do not fit without rows, large members are omitted. A text that is too long
 * becomes null.
 */
export function cut(data: unknown, bounds: ReadBounds): { data: unknown; cut: Cut | null } {
  return cutterOf(data)(bounds);
}

/** Like `cut`, for several bounds: each after the first costs little. */
export function cutterOf(data: unknown): (bounds: ReadBounds) => { data: unknown; cut: Cut | null } {
  const found = rowsOf(data);
  const sized = sizes();
  return ({ rows, bytes, skip = 0 }) => {
    const outside = bytes - bytesOf(found ? withRows(data, found.path, []) : null);
    if (!found || outside < 0) return fittedTo(data, { rows, bytes, skip }, found, sized);
    return withNextRows(data, { rows, bytes: outside, skip }, found, sized);
  };
}

function withNextRows(
  data: unknown,
  { rows, bytes, skip = 0 }: ReadBounds,
  { path, list }: Rows,
  sized: Sizes,
) {
  let [shown, left] = [0, bytes];
  for (const row of list.slice(skip, skip + rows)) {
    left -= bytesOf(row) + (shown > 0 ? 1 : 0);
    if (left < 0) break;
    shown += 1;
  }
  const end = skip + shown;
  const told = skip === 0 && shown === list.length ? data : withRows(data, path, list.slice(skip, end));
  if (end >= list.length) return { data: told, cut: null };
  const isTooLarge = left < 0;
  const said: Cut = {
    reason: isTooLarge ? 'BYTES' : 'ROWS',
    shown,
    of: list.length,
    pointer: pointerOf(path),
    bytes: bytesOf(data),
    leftOut: isTooLarge ? largestOf(membersOfRows(list.slice(end), path, sized)) : [],
  };
  return { data: told, cut: said };
}

/** Returns the total size of each member in all omitted rows. */
function membersOfRows(rows: readonly unknown[], path: readonly string[], sized: Sizes): LeftOut[] {
  const bytes = new Map<string, number>();
  for (const row of rows)
    for (const [name, member] of membersOf(row)) bytes.set(name, (bytes.get(name) ?? 0) + sized.of(member));
  if (bytes.size === 0)
    return [{ pointer: pointerOf(path), bytes: rows.reduce((sum: number, row) => sum + sized.of(row), 0) }];
  return [...bytes].map(([name, sum]) => ({ pointer: pointerOf([...path, name]), bytes: sum }));
}

function fittedTo(data: unknown, { rows, bytes, skip = 0 }: ReadBounds, found: Rows | null, sized: Sizes) {
  const all = bytesOf(data);
  if (!found && all <= bytes) return { data, cut: null };
  const fewer = found ? withRows(data, found.path, found.list.slice(skip, skip + rows)) : data;
  const leftOut: LeftOut[] = [];
  const left = fitted(fewer, bytes, sized, (path, size) =>
    leftOut.push({ pointer: pointerOf(path), bytes: size }),
  );
  const list = found && listAt(left, found.path);
  const said: Cut = {
    reason: 'BYTES',
    shown: list?.length ?? 0,
    of: found?.list.length ?? 0,
    pointer: found && list ? pointerOf(found.path) : null,
    bytes: all,
    leftOut: largestOf(leftOut),
  };
  return { data: left, cut: said };
}

function listAt(data: unknown, path: readonly string[]): readonly unknown[] | null {
  const at = path.reduce((value, name) => new Map(membersOf(value)).get(name), data);
  return Array.isArray(at) ? at : null;
}

function largestOf(leftOut: LeftOut[]): LeftOut[] {
  return leftOut
    .filter(({ pointer }) => pointer.length <= maxPointerLength)
    .toSorted((one, other) => other.bytes - one.bytes)
    .slice(0, maxLeftOut);
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

// Of equally long lists, the first wins.
function longestOf(found: readonly Rows[]): Rows | null {
  let longest: Rows | null = null;
  for (const rows of found) if (rows.list.length > (longest?.list.length ?? 0)) longest = rows;
  return longest;
}

// Spreading copies `__proto__` as an ordinary member.
function withRows(data: unknown, [name, ...path]: readonly string[], list: readonly unknown[]): unknown {
  if (name === undefined) return list;
  const members = data as Readonly<Record<string, unknown>>;
  return { ...members, [name]: withRows(members[name], path, list) };
}
