import type { Credential } from '../http/credential.ts';
import { anonymous, type Caller } from '../../schema/kernel/access/caller.ts';
import { evaluateApiKey, cachedApiKeySnapshot } from '../../schema/keys/api-key/snapshot.ts';
import type { Ports } from '../../schema/kernel/context.ts';
import { refusalOf } from '../../schema/values/errors.ts';
import { chooseMembership } from '../../schema/identity/member/choose.ts';
import { evaluateSession, sessionSnapshots } from '../../schema/identity/session/snapshot.ts';
import { bearerOf, workspaceHeaderOf, type Arrival } from '../http/arrival.ts';

/**
 * Returns the caller if cached data identifies them, without a query or a signature check, but with all other
 * checks. Returns null for every other or refused caller; nothing is counted or written then.
 */
export function knownCaller(ports: Ports, arrival: Arrival, credential: Credential): Caller | null {
  if (credential === 'none') return anonymous;
  const shown = bearerOf(arrival);
  if (!shown) return null;
  try {
    if (credential === 'sandboxKey') return knownKey(ports, shown);
    return credential === 'session' ? knownSession(ports, arrival, shown) : null;
  } catch (error) {
    if (refusalOf(error)) return null;
    throw error;
  }
}

function knownKey(ports: Ports, secret: string): Caller | null {
  const snapshot = cachedApiKeySnapshot(ports, secret);
  return snapshot && evaluateApiKey(snapshot, 'SANDBOX', ports.clock.now());
}

function knownSession({ tokens, snapshots, clock }: Ports, arrival: Arrival, token: string): Caller | null {
  const now = clock.now();
  const said = tokens.known(token, now);
  const snapshot = said && snapshots.kept(sessionSnapshots, said.sessionId);
  if (!snapshot) return null;
  const person = evaluateSession(snapshot, now);
  if (person.personId !== said.personId) return null;
  const membership = chooseMembership(person, workspaceHeaderOf(arrival));
  return { ...person, tokenExpiresAt: said.expiresAt, membership };
}
