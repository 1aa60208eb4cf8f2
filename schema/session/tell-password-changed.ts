import type { Person } from '../../db/models/person.ts';
import type { TransactionContext } from '../context.ts';
import { enqueueMail } from '../mail/enqueue.ts';
import { momentOf } from '../mail/rules.ts';

/** Tells the person, since it may have been somebody else. */
export async function tellPasswordChanged(tx: TransactionContext, { name, email }: Person): Promise<void> {
  await enqueueMail(tx, {
    to: email,
    subject: 'Your password was changed',
    paragraphs: [
      `Hello ${name},`,
      `Your password was changed on ${momentOf(tx.clock.now())}, and your other sessions have ended.`,
      'If it was not you, ask for a link to replace it at once, where you sign in, and tell whoever runs this platform.',
    ],
  });
}
