import type { ApprovalRequest } from '../../../db/models/approval-request.ts';
import type { Scope } from '../../../db/models/base.ts';
import { holdAutomation, personsBehindMember } from '../../identity/automation/behind.ts';
import type { TransactionContext } from '../../kernel/context.ts';
import { holdCredential, personsBehindCredential } from '../../identity/mcp-credential/behind.ts';

type Asked = Pick<ApprovalRequest, 'persons' | 'requestedBy' | 'mcpCredentialId'>;

/**
 * Everyone behind a request at this moment: those at its opening, and whoever has come to stand behind the automation
 * or the agent that asked since. So nobody adopts an automation, or takes a credential of either, and then decides what it
 * has asked for.
 */
export async function personsBehind(scope: Scope, asked: Asked): Promise<string[]> {
  const { persons, requestedBy, mcpCredentialId } = asked;
  const since = mcpCredentialId
    ? await personsBehindCredential(scope, mcpCredentialId)
    : await personsBehindMember(scope, requestedBy);
  return [...new Set([...persons, ...since])];
}

/** The same, and nobody else comes to stand behind it until the decision is made. */
export async function lockPersonsBehind(tx: TransactionContext, request: Asked): Promise<string[]> {
  if (request.mcpCredentialId) await holdCredential(tx, request.mcpCredentialId);
  else await holdAutomation(tx, request.requestedBy);
  return await personsBehind(tx, request);
}
