import { announce } from '../parts/announce.tsx';
import { Refusal } from '../parts/refusal.ts';
import { signOut as end } from '../session/session.ts';

/** Ends the session of this browser in all its tabs; with `everywhere`, every session of the person. Says if it goes on. */
export async function signOut(options: { everywhere?: boolean } = {}): Promise<void> {
  try {
    await end(options);
  } catch (error) {
    const { message } = error instanceof Refusal ? error : new Refusal({});
    announce(`You are still signed in. ${message}`, { isUrgent: true });
  }
}
