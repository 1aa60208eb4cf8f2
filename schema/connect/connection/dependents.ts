import type { Context } from '../../kernel/context.ts';

/** A resource that stops working with a connection. */
export interface Dependent {
  type: string;
  id: string;
  name: string;
}

type Source = (ctx: Context, connectionId: string, limit: number) => Promise<Dependent[]>;

const sources: Source[] = [];

/** Registers a source of a dependent room, since the connection room does not import those. */
export function registerDependents(source: Source): void {
  sources.push(source);
}

export const maxDependents = 100;

/** Returns the dependents of a connection, up to 100 of each kind. */
export async function dependentsOf(ctx: Context, connectionId: string): Promise<Dependent[]> {
  const found = await Promise.all(
    sources.map(async (source) => await source(ctx, connectionId, maxDependents)),
  );
  return found.flat();
}
