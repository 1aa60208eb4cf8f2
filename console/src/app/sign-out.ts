import { signOut as end } from '../session/session.ts';

/** Ends the session of this browser in all its tabs; with `everywhere`, every session of the person. */
export async function signOut(options: { everywhere?: boolean } = {}): Promise<void> {
  await end(options);
}
