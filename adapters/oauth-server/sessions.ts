import type { PersonCaller } from '../../schema/kernel/access/caller.ts';
import type { Context } from '../../schema/kernel/context.ts';
import { refusalOf } from '../../schema/values/errors.ts';
import { evaluateSession, sessionSnapshots } from '../../schema/identity/session/snapshot.ts';

/** How long after a sign-in here the server asks the person only for consent. */
export const signInSeconds = 3600;

/**
 * Returns the person of a session while it lasts, else null. The library's accounts are our sessions. So
 * anything that ends a session (a changed password, a sign-out everywhere) ends its sign-in here.
 */
export async function signedIn(
  { snapshots, clock }: Pick<Context, 'snapshots' | 'clock'>,
  sessionId: string,
): Promise<Pick<PersonCaller, 'personId'> | null> {
  try {
    return evaluateSession(await snapshots.of(sessionSnapshots, sessionId), clock.now());
  } catch (error) {
    if (refusalOf(error)) return null;
    throw error;
  }
}
