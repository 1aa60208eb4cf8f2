import type { Context } from '../../kernel/context.ts';

/** What stops working with a connection. */
export interface Dependent {
  type: string;
  id: string;
  name: string;
}

type Source = (ctx: Context, connectionId: string, limit: number) => Promise<Dependent[]>;

const sources: Source[] = [];

/** Rooms register, since the connection room knows none of its children. */
export function registerDependents(source: Source): void {
  sources.push(source);
}

export const maxDependents = 100;

/** What depends on a connection, up to a hundred of each kind. */
export async function dependentsOf(ctx: Context, connectionId: string): Promise<Dependent[]> {
  const found = await Promise.all(
    sources.map(async (source) => await source(ctx, connectionId, maxDependents)),
  );
  return found.flat();
}
