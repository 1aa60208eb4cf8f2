import type { ApprovalRequest } from '../../../db/models/approval-request.ts';
import type { Scope } from '../../../db/models/base.ts';
import { holdAutomation, accountablePersonsOfMember } from '../../identity/automation/accountable-persons.ts';
import type { TransactionContext } from '../../kernel/context.ts';
import {
  holdCredential,
  accountablePersonsOfCredential,
} from '../../identity/mcp-credential/accountable-persons.ts';

type Asked = Pick<ApprovalRequest, 'persons' | 'requestedBy' | 'mcpCredentialId'>;

/**
 * Everyone behind a request at this moment: those at its opening, and whoever has come to stand behind the automation
 * or the agent that asked since. So nobody adopts an automation, or takes a credential of either, and then decides what it
 * has asked for.
 */
export async function accountablePersons(scope: Scope, asked: Asked): Promise<string[]> {
  const { persons, requestedBy, mcpCredentialId } = asked;
  const since = mcpCredentialId
    ? await accountablePersonsOfCredential(scope, mcpCredentialId)
    : await accountablePersonsOfMember(scope, requestedBy);
  return [...new Set([...persons, ...since])];
}

/** The same, and nobody else comes to stand behind it until the decision is made. */
export async function lockAccountablePersons(tx: TransactionContext, request: Asked): Promise<string[]> {
  if (request.mcpCredentialId) await holdCredential(tx, request.mcpCredentialId);
  else await holdAutomation(tx, request.requestedBy);
  return await accountablePersons(tx, request);
}
