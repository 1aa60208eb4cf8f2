import type { Workspace } from '../../../db/models/workspace.ts';
import type { TransactionContext } from '../../kernel/context.ts';
import { foundWorkspace } from '../member/create-workspace.ts';
import type { Grant } from './issue.ts';
import { beginFirstSession, openAccount, type Account } from './open-account.ts';
import { sendVerification } from './send-verification.ts';

/** Creates an account with its own workspace and first session. Throws `email_taken`. */
export async function foundAccount(
  tx: TransactionContext,
  account: Account,
  workspaceName: string,
): Promise<Grant & { workspace: Workspace }> {
  const person = await openAccount(tx, account);
  if (!account.emailVerifiedAt) await sendVerification(tx, person);
  const { workspace } = await foundWorkspace(tx, { name: workspaceName, personId: person.id });
  const grant = await beginFirstSession(tx, person);
  return { ...grant, workspace };
}
