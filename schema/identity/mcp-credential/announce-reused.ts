import type { McpConsent } from '../../../db/models/mcp-consent.ts';
import { Person } from '../../../db/models/person.ts';
import { Workspace } from '../../../db/models/workspace.ts';
import type { TransactionContext } from '../../kernel/context.ts';
import { enqueueMail } from '../../records/mail/enqueue.ts';
import { momentOf } from '../../records/mail/rules.ts';

/** Mails the person that another program may have a copy of their program's code or token. */
export async function announceReused(
  tx: TransactionContext,
  { personId, workspaceId, clientName, client }: McpConsent,
): Promise<void> {
  const { name, email } = await Person.query(tx.knex).findById(personId).throwIfNotFound();
  const workspace = await Workspace.query(tx.knex).findById(workspaceId).throwIfNotFound();
  await enqueueMail(tx, {
    to: email,
    subject: 'A program that works in your name was disconnected',
    paragraphs: [
      `Hello ${name},`,
      `“${clientName}” (${client}) works in your name in “${workspace.name}”. On ${momentOf(tx.clock.now())} one ` +
        'of its codes or refresh tokens was used a second time, so another program may have a copy. We have revoked ' +
        'those tokens.',
      'To continue, connect the program again. If you do not know it, revoke your consent: GET ' +
        '/api/console/mcp/consents lists your consents.',
    ],
  });
}
