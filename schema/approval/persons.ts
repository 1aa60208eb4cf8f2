import type { ApprovalRequest } from '../../db/models/approval-request.ts';
import type { Scope } from '../../db/models/base.ts';
import { holdAutomation, personsBehindMember } from '../automation/behind.ts';
import type { TransactionContext } from '../context.ts';

type Asked = Pick<ApprovalRequest, 'persons' | 'requestedBy'>;

/**
 * Everyone behind a request at this moment: those at its opening, and whoever has come to stand behind the automation
 * that asked since. So nobody adopts an automation, or takes a credential of it, and then decides what it has asked for.
 */
export async function personsBehind(scope: Scope, { persons, requestedBy }: Asked): Promise<string[]> {
  return [...new Set([...persons, ...(await personsBehindMember(scope, requestedBy))])];
}

/** The same, and nobody else comes to stand behind it until the decision is made. */
export async function lockPersonsBehind(tx: TransactionContext, request: Asked): Promise<string[]> {
  await holdAutomation(tx, request.requestedBy);
  return await personsBehind(tx, request);
}
