/** A tool call, as far as it can be compared with another one. */
export interface Comparable {
  id: string;
  createdAt: string;
  arguments: unknown;
  capability: { id: string } | null;
  connection: { id: string } | null;
}

/** Returns the last approved call before this one of the same tool with the same account; null if there is none. */
export function lastApproved(
  call: Comparable,
  approved: { edges: readonly { node: Comparable }[] } | null | undefined,
): Comparable | null {
  const calls = approved?.edges.map(({ node }) => node) ?? [];
  return (
    calls.findLast(
      ({ id, capability, connection, ...it }) =>
        // Ids sort by the time of their creation.
        id < call.id &&
        it.arguments !== null &&
        capability?.id === call.capability?.id &&
        connection?.id === call.connection?.id,
    ) ?? null
  );
}
