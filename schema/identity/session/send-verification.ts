import type { Person } from '../../../db/models/person.ts';
import type { TransactionContext } from '../../kernel/context.ts';
import { enqueueMail } from '../../records/mail/enqueue.ts';
import { linkWithToken } from '../../records/mail/link.ts';
import { mintMailedToken } from '../person/mailed-token.ts';

/** Mails the token that proves the person's address. */
export async function sendVerification(tx: TransactionContext, { id, name, email }: Person): Promise<void> {
  const { text, expiresAt } = await mintMailedToken(tx, id, 'EMAIL_VERIFICATION');
  await enqueueMail(tx, {
    to: email,
    subject: 'Verify your e-mail address',
    usefulUntil: expiresAt,
    paragraphs: [
      `Hello ${name},`,
      'An account with this address was created. If you created it, open this link within 7 days to verify the address:',
      ...linkWithToken(tx, '/verify-email', text),
      'If you did not create it, ignore this mail. The link gives access to nothing of yours.',
    ],
  });
}
