import { resolveCursorConnection, type ResolveCursorConnectionArgs } from '@pothos/plugin-relay';
import { raw, type Model, type QueryBuilder } from 'objection';

import { refuse, type Refusal } from '../values/errors.ts';
import { kindOfId } from '../values/id.ts';

type PageArgs = {
  first?: number | null | undefined;
  last?: number | null | undefined;
  before?: string | null | undefined;
  after?: string | null | undefined;
};

export const maxPageSize = 100;

/** Counting ends here, so that its cost has a bound. */
const maxCount = 10_000;

interface Counted {
  total: () => Promise<number | null>;
}

/** The field of a connection with the number of all rows, which are counted only if it is selected. */
export const totalCount = {
  nullable: true,
  complexity: 1,
  description: `How many rows match, on all pages. Null if more than ${maxCount.toLocaleString('en')}.`,
  resolve: async ({ total }: Counted) => await total(),
} as const;

/** The format of the values in a list's cursors. */
export interface CursorForm {
  test(value: string): boolean;
}

/**
 * Returns a page of rows ordered by the unique `column`. The cursor contains the column's value, in the given
 * form. By default the column is the row's id.
 */
export async function pageOf<Row extends Model & { id: string }>(
  query: QueryBuilder<Row, Row[]>,
  args: PageArgs,
  options: { column?: string; cursor?: (row: Row) => string; form?: CursorForm } = {},
) {
  const { column = 'id', cursor = (row: Row) => row.id } = options;
  const { form = idsOf(query.modelClass().tableName) } = options;
  assertSize(args);
  const read = async ({ before, after, limit, inverted }: ResolveCursorConnectionArgs): Promise<Row[]> => {
    const page = query
      .clone()
      .orderBy(column, inverted ? 'desc' : 'asc')
      .limit(limit);
    if (after) page.where(column, '>', decodeCursor(after, form));
    if (before) page.where(column, '<', decodeCursor(before, form));
    return await page;
  };
  const page = await resolveCursorConnection(
    {
      args,
      defaultSize: maxPageSize,
      maxSize: maxPageSize,
      toCursor: (row: Row) => encodeCursor(cursor(row)),
    },
    read,
  );
  return { ...page, total: async () => await countOf(query) };
}

async function countOf<Row extends Model & { id: string }>(
  query: QueryBuilder<Row, Row[]>,
): Promise<number | null> {
  const model = query.modelClass();
  const some = query
    .clone()
    .clearSelect()
    .select(`${model.tableName}.id`)
    .limit(maxCount + 1);
  const [counted] = await model
    .query(query.context().transaction)
    .from(some.as('some'))
    .select(raw('count(*)::integer as count'));
  const { count } = counted as unknown as { count: number };
  return count > maxCount ? null : count;
}

/** Returns a page of a table in the code, ordered by name. The cursor contains the name. */
export async function namesPage<Name extends string>(
  names: readonly Name[],
  args: PageArgs,
  form: CursorForm,
) {
  assertSize(args);
  const inOrder = names.toSorted();
  const read = ({ before, after, limit, inverted }: ResolveCursorConnectionArgs): Name[] => {
    const from = after ? decodeCursor(after, form) : null;
    const to = before ? decodeCursor(before, form) : null;
    const asked = inOrder.filter((name) => (!from || name > from) && (!to || name < to));
    return (inverted ? asked.toReversed() : asked).slice(0, limit);
  };
  return await resolveCursorConnection(
    { args, defaultSize: maxPageSize, maxSize: maxPageSize, toCursor: (name: Name) => encodeCursor(name) },
    read,
  );
}

/** Positions count from 1. */
const places: CursorForm = /^[1-9]\d{0,5}$/;

/** Returns a page of a ranked list, forward only. The cursor contains the position. */
export async function rankedPage<Row extends object>(
  args: PageArgs,
  read: (range: { offset: number; limit: number }) => Promise<Row[]>,
) {
  assertSize(args);
  const { first, after, before } = args;
  if (!first || before)
    throw refuse('invalid_request', 'This list only reads forward. Send first, and after for the next page.');
  const offset = after ? Number(decodeCursor(after, places)) : 0;
  const rows = await read({ offset, limit: first + 1 });
  const edges = rows
    .slice(0, first)
    .map((node, at) => ({ node, cursor: encodeCursor(`${offset + at + 1}`) }));
  return {
    edges,
    pageInfo: {
      hasPreviousPage: offset > 0,
      hasNextPage: rows.length > first,
      startCursor: edges[0]?.cursor ?? null,
      endCursor: edges.at(-1)?.cursor ?? null,
    },
  };
}

/** Returns the cost of a page for the complexity limit: the number of requested nodes. */
export function pageCost({ first, last }: PageArgs) {
  return { field: 1, multiplier: Math.min(Math.max(first ?? last ?? 1, 1), maxPageSize) };
}

function assertSize({ first, last }: PageArgs): void {
  const sizes = [first, last].filter((size) => size !== null && size !== undefined);
  const [size] = sizes;
  if (sizes.length !== 1 || size === undefined || size < 1 || size > maxPageSize)
    throw refuse('invalid_request', `Send either first or last, from 1 to ${maxPageSize}.`);
}

/** Encodes a value as a cursor. */
export const encodeCursor = (value: string) => Buffer.from(value).toString('base64url');

function idsOf(table: string): CursorForm {
  return { test: (value) => kindOfId(value) === table };
}

/** Returns the value of a cursor. Throws `invalid_cursor` unless it has the form. */
export function decodeCursor(cursor: string, form: CursorForm): string {
  const value = Buffer.from(cursor, 'base64url').toString();
  if (encodeCursor(value) !== cursor || !form.test(value)) throw invalidCursor();
  return value;
}

export function invalidCursor(): Refusal {
  return refuse('invalid_cursor', 'The cursor does not belong to this list. Start again without it.');
}
