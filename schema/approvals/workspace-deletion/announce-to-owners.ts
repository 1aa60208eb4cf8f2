import { ApprovalDecision } from '../../../db/models/approval-decision.ts';
import type { ApprovalRequest } from '../../../db/models/approval-request.ts';
import { Member } from '../../../db/models/member.ts';
import { Person } from '../../../db/models/person.ts';
import type { Workspace } from '../../../db/models/workspace.ts';
import type { TransactionContext } from '../../kernel/context.ts';
import { enqueueMails } from '../../records/mail/enqueue.ts';
import { momentOf } from '../../records/mail/rules.ts';

interface Approved {
  request: ApprovalRequest;
  workspace: Workspace;
  /** The end of the time for restoring. */
  shredsAt: Date;
}

/** Mails every active owner that the deletion was approved, by whom, and how to undo it in time. */
export async function announceOwners(
  tx: TransactionContext,
  { request, workspace: { id, name: workspace }, shredsAt }: Approved,
): Promise<void> {
  const { baseUrl } = tx.settings;
  const approvers = (await approversOf(tx, request)).map(({ name }) => name).join(' and ');
  const letters = (await ownersOf(tx)).map(({ name, email: to }) => ({
    to,
    subject: `${approvers} approved the deletion of the workspace ${workspace}`,
    usefulUntil: shredsAt,
    paragraphs: [
      `Hello ${name},`,
      `On ${momentOf(tx.clock.now())} ${approvers} approved the deletion of the workspace “${workspace}”, of ` +
        'which you are an owner. Since then the workspace does not work.',
      `Until ${momentOf(shredsAt)} each owner can restore it alone, except its live keys. After that, its key and ` +
        'all data sealed under it are destroyed permanently.',
      'To restore it, sign in and send a POST without a body to:',
      { verbatim: `${baseUrl}/api/developer-portal/workspaces/${id}/restore` },
      'You find all workspaces that you can restore at:',
      { verbatim: `${baseUrl}/api/developer-portal/workspaces/deleting` },
    ],
  }));
  await enqueueMails(tx, letters);
}

async function approversOf(tx: TransactionContext, { id: requestId }: ApprovalRequest): Promise<Person[]> {
  const approvals = await ApprovalDecision.inWorkspace(tx).where({ requestId, verdict: 'APPROVE' });
  return await Person.query(tx.knex).findByIds(approvals.map(({ personId }) => personId));
}

// Includes owners without a verified address: each of them can restore the workspace.
async function ownersOf(tx: TransactionContext): Promise<Person[]> {
  const owners = await Member.inWorkspace(tx).where({ role: 'OWNER', status: 'ACTIVE', kind: 'HUMAN' });
  return await Person.query(tx.knex)
    .findByIds(owners.flatMap(({ personId }) => personId ?? []))
    .orderBy('id');
}
