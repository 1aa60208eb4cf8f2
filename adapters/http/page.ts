interface Connection<Node> {
  edges: { node: Node }[];
  pageInfo: { hasNextPage: boolean; endCursor: string | null };
}

/** Returns the arguments of a connection for `?limit=&cursor=`. */
export function pageArgs({ limit, cursor }: { limit: number; cursor?: string | undefined }) {
  return { first: limit, after: cursor ?? null };
}

/** Returns a connection as a REST list. */
export function pageReply<Node>({ edges, pageInfo }: Connection<Node>) {
  return {
    data: edges.map(({ node }) => node),
    page: { nextCursor: pageInfo.hasNextPage ? pageInfo.endCursor : null, hasMore: pageInfo.hasNextPage },
  };
}
