import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { Refusal } from '../parts/refusal.ts';
import { client, refusalOf } from './client.ts';

interface Pages<Row> {
  edges: readonly { node: Row }[];
  pageInfo: { hasNextPage: boolean; endCursor: string | null };
}

export interface All<Row> {
  /** The rows of every page; null before they are here. */
  rows: readonly Row[] | null;
  refusal: Refusal | null;
  again: () => void;
}

export interface AllOptions {
  isPaused?: boolean;
  /** `cache-first` for what was read a moment ago, or does not change. */
  policy?: 'network-only' | 'cache-first';
}

/**
 * Reads a list to its end when the component appears. It does not follow changes, since each page may cost the server a
 * lot. The document has the variable `after`.
 */
export function useAll<Data, Variables extends { after?: string | null } & Record<string, unknown>, Row>(
  document: TypedDocumentNode<Data, Variables>,
  variables: Variables,
  connection: (data: Data) => Pages<Row> | null,
  { isPaused = false, policy = 'network-only' }: AllOptions = {},
): All<Row> {
  const { urql } = client.value;
  const name = JSON.stringify(variables);
  const [tries, setTries] = useState(0);
  const of = useMemo(() => ({ urql, document, name, tries }), [urql, document, name, tries]);
  const [found, setFound] = useState<{ of: unknown; rows?: Row[]; refusal?: Refusal }>({ of: null });
  // Of the last render, since a function is another one in each.
  const pagesIn = useRef(connection);
  pagesIn.current = connection;
  useEffect(() => {
    if (isPaused) return () => {};
    let isHere = true;
    const read = async (rows: Row[], after?: string | null): Promise<Row[]> => {
      const asked = { ...(JSON.parse(of.name) as Variables), ...(after && { after }) };
      const { data, error } = await of.urql.query(of.document, asked, { requestPolicy: policy });
      if (error) throw refusalOf(error);
      const page = data === undefined ? null : pagesIn.current(data);
      const all = [...rows, ...(page?.edges.map(({ node }) => node) ?? [])];
      return page?.pageInfo.hasNextPage && isHere ? await read(all, page.pageInfo.endCursor) : all;
    };
    read([]).then(
      (rows) => isHere && setFound({ of, rows }),
      (error: unknown) =>
        isHere && setFound({ of, refusal: error instanceof Refusal ? error : new Refusal({}) }),
    );
    return () => void (isHere = false);
  }, [of, isPaused, policy]);
  const { rows = null, refusal = null } = found.of === of ? found : {};
  return { rows, refusal, again: () => setTries((count) => count + 1) };
}
