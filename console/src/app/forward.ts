import type { Connection } from './list.tsx';

interface Forward<Row> {
  edges: readonly { node: Row }[];
  pageInfo: { hasNextPage: boolean; endCursor: string | null };
}

/** Lets `List` show a connection from its first row on, page by page. Its document reads `after: $before`. */
export function forward<Row>(found: Forward<Row> | null): Connection<Row> | null {
  return (
    found && {
      edges: found.edges.toReversed(),
      pageInfo: { hasPreviousPage: found.pageInfo.hasNextPage, startCursor: found.pageInfo.endCursor },
    }
  );
}
