interface Connection<Node> {
  edges: { node: Node }[];
  pageInfo: {
    hasNextPage: boolean;
    endCursor: string | null;
    hasPreviousPage?: boolean;
    startCursor?: string | null;
  };
  totalCount?: number | null;
}

interface Page {
  limit: number;
  cursor?: string | undefined;
  order?: 'oldest' | 'newest';
}

/** Returns the arguments of a connection for `?limit=&cursor=&order=`. */
export function pageArgs({ limit, cursor, order }: Page) {
  return order === 'newest'
    ? { last: limit, before: cursor ?? null }
    : { first: limit, after: cursor ?? null };
}

/** The same for a list that is counted with `?count=true`. */
export function countedArgs({ count, ...page }: Page & { count?: 'true' | undefined }) {
  return { ...pageArgs(page), count: count === 'true' };
}

/** Returns a connection as a REST list, in the order of the request. */
export function pageReply<Node>(
  { edges, pageInfo, totalCount }: Connection<Node>,
  asked?: { query?: unknown },
) {
  const data = edges.map(({ node }) => node);
  const counted = totalCount === undefined ? {} : { totalCount };
  const { hasNextPage, endCursor, hasPreviousPage = false, startCursor = null } = pageInfo;
  if (!isNewestFirst(asked?.query)) return { data, page: { ...pageOf(hasNextPage, endCursor), ...counted } };
  return { data: data.toReversed(), page: { ...pageOf(hasPreviousPage, startCursor), ...counted } };
}

function pageOf(hasMore: boolean, cursor: string | null) {
  return { nextCursor: hasMore ? cursor : null, hasMore };
}

function isNewestFirst(query: unknown): boolean {
  return (query as Partial<Page> | undefined)?.order === 'newest';
}
