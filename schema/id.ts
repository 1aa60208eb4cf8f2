import { typeid } from 'typeid-js';

/** The prefix of each kind of id; ids sort by the time they were made. */
export const idPrefixes = {
  person: 'per',
  session: 'ses',
  workspace: 'ws',
  member: 'mem',
  application: 'app',
  apiKey: 'key',
  auditEntry: 'aud',
  event: 'evt',
  idempotency: 'idem',
  refreshToken: 'rft',
  request: 'req',
} as const;

export function newId(kind: keyof typeof idPrefixes): string {
  return typeid(idPrefixes[kind]).toString();
}
