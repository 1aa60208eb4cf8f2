import type { Member } from '../../../db/models/member.ts';
import { Person } from '../../../db/models/person.ts';
import { Workspace } from '../../../db/models/workspace.ts';
import { personOf, type TransactionContext } from '../../kernel/context.ts';
import { enforce } from '../../kernel/limit.ts';
import { enqueueMail } from '../../records/mail/enqueue.ts';
import { mailSubjectOf } from '../person/rules.ts';

/** Mails a person about an unconfirmed membership. Throws `rate_limited` if the address gets too many. */
export async function announceAdded(
  tx: TransactionContext,
  { name, email, emailKey }: Person,
  { workspaceId, role }: Member,
): Promise<void> {
  await enforce(tx, 'account_mails', mailSubjectOf(tx, 'invitation', emailKey));
  const { name: adder } = await Person.query(tx.knex).findById(personOf(tx).personId).throwIfNotFound();
  const { name: workspace } = await Workspace.query(tx.knex).findById(workspaceId).throwIfNotFound();
  const { baseUrl } = tx.settings;
  await enqueueMail(tx, {
    to: email,
    subject: `${adder} has added you to ${workspace}`,
    paragraphs: [
      `Hello ${name},`,
      `${adder} has added you to the workspace “${workspace}” as ${role}. You become a member when you confirm it.`,
      'To confirm or decline, sign in at:',
      { verbatim: `${baseUrl}/memberships/${workspaceId}` },
      'Programs that use the API send one of these requests with your access token:',
      { verbatim: `POST ${baseUrl}/api/developer-portal/workspaces/${workspaceId}/confirm` },
      { verbatim: `POST ${baseUrl}/api/developer-portal/workspaces/${workspaceId}/decline` },
      'If you did not expect a membership, you can ignore this mail.',
    ],
  });
}
