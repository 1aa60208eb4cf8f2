interface Connection<Node> {
  edges: { node: Node }[];
  pageInfo: { hasNextPage: boolean; endCursor: string | null };
}

/** `?limit=&cursor=` as the arguments of a connection. */
export function pageArgs({ limit, cursor }: { limit: number; cursor?: string | undefined }) {
  return { first: limit, after: cursor ?? null };
}

/** A connection as REST lists it. */
export function pageReply<Node>({ edges, pageInfo }: Connection<Node>) {
  return {
    data: edges.map(({ node }) => node),
    page: { nextCursor: pageInfo.hasNextPage ? pageInfo.endCursor : null, hasMore: pageInfo.hasNextPage },
  };
}
