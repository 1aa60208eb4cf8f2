import type { Invitation } from '../../../db/models/invitation.ts';
import { Person } from '../../../db/models/person.ts';
import { Workspace } from '../../../db/models/workspace.ts';
import { personOf, type TransactionContext } from '../../kernel/context.ts';
import { enforce } from '../../kernel/limit.ts';
import { enqueueMail } from '../../records/mail/enqueue.ts';
import { linkWithToken } from '../../records/mail/link.ts';
import { mailSubjectOf } from '../person/rules.ts';
import { lifeDays } from './rules.ts';

/** Mails the invitation with its token. Throws `rate_limited` if the address gets too many of these mails. */
export async function sendInvitation(
  tx: TransactionContext,
  { email, emailKey, role, workspaceId, expiresAt }: Invitation,
  token: string,
): Promise<void> {
  await enforce(tx, 'account_mails', mailSubjectOf(tx, 'invitation', emailKey));
  const { name: inviter } = await Person.query(tx.knex).findById(personOf(tx).personId).throwIfNotFound();
  const { name: workspace } = await Workspace.query(tx.knex).findById(workspaceId).throwIfNotFound();
  await enqueueMail(tx, {
    to: email,
    subject: `${inviter} invites you to ${workspace}`,
    usefulUntil: expiresAt,
    paragraphs: [
      'Hello,',
      `${inviter} invites you to join the workspace “${workspace}” as ${role}.`,
      `To accept or decline, open this link within ${lifeDays} days:`,
      ...linkWithToken(tx, '/invitations', token),
      'The link is for you alone: anyone who has it can use it. If you did not expect an invitation, you can ignore this mail.',
      'After you accept, programs that use the API select this workspace with this header:',
      `X-Workspace-Id: ${workspaceId}`,
    ],
  });
}
