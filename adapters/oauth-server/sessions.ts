import type { PersonCaller } from '../../schema/kernel/access/caller.ts';
import type { Context } from '../../schema/kernel/context.ts';
import { refusalOf } from '../../schema/values/errors.ts';
import { evaluateSession, sessionSnapshots } from '../../schema/identity/session/snapshot.ts';

/** How long who has signed in here is asked to consent alone. */
export const signInSeconds = 3600;

/**
 * Whose session it is, as long as it lasts. The library's accounts are sessions of ours, so that whatever ends those (a
 * changed password, a sign-out everywhere) ends what stands here.
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
