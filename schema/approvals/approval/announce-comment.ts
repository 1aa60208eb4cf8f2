import { ApprovalComment } from '../../../db/models/approval-comment.ts';
import type { ApprovalRequest } from '../../../db/models/approval-request.ts';
import { Person } from '../../../db/models/person.ts';
import { memberOf, personOf, type TransactionContext } from '../../kernel/context.ts';
import { enqueueMails } from '../../records/mail/enqueue.ts';
import { personOfMember, placeOf, titleOf } from './letter.ts';
import { accountablePersons } from './accountable-persons.ts';

/**
 * Mails that the caller has commented: a comment of an accountable person goes to the earlier commenters, any
 * other to the requester. Each gets one mail, without the text.
 */
export async function announceComment(tx: TransactionContext, request: ApprovalRequest): Promise<void> {
  const { personId } = personOf(tx);
  const isReply = (await accountablePersons(tx, request)).includes(personId);
  const members = isReply ? await commenters(tx, request) : [request.requestedBy];
  const persons = await Promise.all(members.map(async (memberId) => await personOfMember(tx, memberId)));
  const { name: author } = await Person.query(tx.knex).findById(personId).throwIfNotFound();
  const asked = request.mcpCredentialId ? 'an agent asked for in your name' : 'you asked for';
  const said = `${author} has commented on what ${isReply ? 'you have commented on' : asked}`;
  const letters = persons
    .filter((person) => person !== null)
    .map(({ name, email: to }) => ({
      to,
      subject: `${said}: ${titleOf(request)}`,
      usefulUntil: request.expiresAt,
      paragraphs: [
        `Hello ${name},`,
        `${said}: ${request.summary}`,
        'A comment does not decide the request. To read it and to answer, go to:',
        ...placeOf(tx, request),
      ],
    }));
  await enqueueMails(tx, letters);
}

/** Returns the members who commented before, without the caller. */
async function commenters(tx: TransactionContext, { id: requestId }: ApprovalRequest): Promise<string[]> {
  const comments = await ApprovalComment.inWorkspace(tx)
    .where({ requestId })
    .whereNot({ memberId: memberOf(tx).memberId })
    .distinct('memberId')
    .orderBy('memberId');
  return comments.map(({ memberId }) => memberId);
}
