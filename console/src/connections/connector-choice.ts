import type { ConnectorChoicesQuery } from './documents.generated.ts';

/** A connector as the form of a new connection reads it. */
export type ConnectorChoice = NonNullable<ConnectorChoicesQuery['connectors']>['edges'][number]['node'];

/** Returns the names of the security schemes that the provider describes. */
export function schemesOf({ schemes }: Pick<ConnectorChoice, 'schemes'>): string[] {
  return (schemes as { name: string }[]).map(({ name }) => name);
}
