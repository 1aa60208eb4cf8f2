import type { ApprovalVerdict } from '../../../db/models/approval-decision.ts';
import type { ApprovalRequest } from '../../../db/models/approval-request.ts';
import { Member } from '../../../db/models/member.ts';
import { Person } from '../../../db/models/person.ts';
import { personOf, type TransactionContext } from '../../kernel/context.ts';
import { enqueueMails } from '../../records/mail/enqueue.ts';
import { placeOf, titleOf } from './letter.ts';

const said = {
  APPROVE: 'approved it',
  REJECT: 'rejected it',
  REQUEST_CHANGES: 'requested changes',
} as const satisfies Record<ApprovalVerdict, string>;

/** Mails every owner that a member decided whom an accountable person had admitted. */
export async function announceOwners(
  tx: TransactionContext,
  request: ApprovalRequest,
  verdict: ApprovalVerdict,
): Promise<void> {
  const owners = await Member.inWorkspace(tx).where({ role: 'OWNER', status: 'ACTIVE', kind: 'HUMAN' });
  const persons = await Person.query(tx.knex).findByIds(owners.flatMap(({ personId }) => personId ?? []));
  const { name: decider } = await Person.query(tx.knex).findById(personOf(tx).personId).throwIfNotFound();
  await enqueueMails(
    tx,
    persons.map(({ name, email: to }) => ({
      to,
      subject: `Decided without an independent approver: ${titleOf(request)}`,
      paragraphs: [
        `Hello ${name},`,
        `A member asked for a decision: ${request.summary}`,
        `${decider} ${said[verdict]}. A person accountable for the request had admitted ${decider}, and no independent member could decide.`,
        'Look at the request at:',
        ...placeOf(tx, request),
        'As an owner, you can require independent approvers in the settings of the workspace.',
      ],
    })),
  );
}
