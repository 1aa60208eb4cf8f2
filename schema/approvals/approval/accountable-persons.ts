import type { ApprovalRequest } from '../../../db/models/approval-request.ts';
import type { Scope } from '../../../db/models/base.ts';
import {
  shareLockAutomation,
  accountablePersonsOfMember,
} from '../../identity/automation/accountable-persons.ts';
import type { TransactionContext } from '../../kernel/context.ts';
import {
  shareLockCredential,
  accountablePersonsOfCredential,
} from '../../identity/mcp-credential/accountable-persons.ts';

type Asked = Pick<ApprovalRequest, 'persons' | 'requestedBy' | 'mcpCredentialId'>;

/**
 * Returns the accountable persons of a request now: those at its opening, and those who became accountable
 * for its automation or agent since. So nobody can adopt an automation, or take over a credential, and then
 * decide the requests it made.
 */
export async function accountablePersons(scope: Scope, asked: Asked): Promise<string[]> {
  const { persons, requestedBy, mcpCredentialId } = asked;
  const since = mcpCredentialId
    ? await accountablePersonsOfCredential(scope, mcpCredentialId)
    : await accountablePersonsOfMember(scope, requestedBy);
  return [...new Set([...persons, ...since])];
}

/** The same, locked: nobody becomes accountable before the decision is made. */
export async function lockAccountablePersons(tx: TransactionContext, request: Asked): Promise<string[]> {
  if (request.mcpCredentialId) await shareLockCredential(tx, request.mcpCredentialId);
  else await shareLockAutomation(tx, request.requestedBy);
  return await accountablePersons(tx, request);
}
