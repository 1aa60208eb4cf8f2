import { environments, type Environment } from '../../../db/models/api-key.ts';
import type { Event } from '../../../db/models/event.ts';

type Told = Pick<Event, 'type' | 'resource' | 'data'>;

/**
 * The environment of what an event is about: a key’s own, LIVE for the production access that live keys stand on, and
 * null for all that both environments share.
 */
export function environmentOf({ type, data }: Told): Environment | null {
  if (type.startsWith('application.production_access.')) return 'LIVE';
  return environments.find((environment) => environment === data['environment']) ?? null;
}

/** The application that an event is about, or that what it is about belongs to; null where there is none. */
export function applicationIdOf(event: Told): string | null {
  return idOf('application', event);
}

/** The connection that an event is about, or that what it is about runs through; null where there is none. */
export function connectionIdOf(event: Told): string | null {
  return idOf('connection', event);
}

function idOf(kind: 'application' | 'connection', { resource, data }: Told): string | null {
  if (resource.type === kind) return resource.id;
  const id = data[`${kind}Id`];
  return typeof id === 'string' ? id : null;
}
