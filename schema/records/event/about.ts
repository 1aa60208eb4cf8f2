import { environments, type Environment } from '../../../db/models/api-key.ts';
import type { Event } from '../../../db/models/event.ts';

type Told = Pick<Event, 'type' | 'resource' | 'data'>;

/**
 * Returns the environment of an event's subject: a key’s own, and LIVE for production access. Null if both
 * environments share it.
 */
export function environmentOf({ type, data }: Told): Environment | null {
  if (type.startsWith('application.production_access.')) return 'LIVE';
  return environments.find((environment) => environment === data['environment']) ?? null;
}

/** Returns the application of an event's subject; null if it has none. */
export function applicationIdOf(event: Told): string | null {
  return idOf('application', event);
}

/** Returns the connection of an event's subject; null if it has none. */
export function connectionIdOf(event: Told): string | null {
  return idOf('connection', event);
}

function idOf(kind: 'application' | 'connection', { resource, data }: Told): string | null {
  if (resource.type === kind) return resource.id;
  const id = data[`${kind}Id`];
  return typeof id === 'string' ? id : null;
}
