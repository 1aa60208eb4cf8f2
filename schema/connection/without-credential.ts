import { Capability } from '../../db/models/capability.ts';
import type { TransactionContext } from '../context.ts';
import { validationFailed } from '../errors.ts';

// What an operation's `security` says, as `needsCredential` reads it; tools have none.
const asksForNone = `
  not jsonb_path_exists(request, 'strict $.security[*]', '{}', true)
  or jsonb_path_exists(request, 'strict $.security[*] \\? (@.size() == 0)', '{}', true)`;

/** Throws where nothing of the connector can be asked without a credential. */
export async function demandOpen(tx: TransactionContext, connectorId: string): Promise<void> {
  const capabilities = Capability.inWorkspace(tx).where({ connectorId, removedAt: null });
  const open = await capabilities.whereRaw(`(${asksForNone})`).first();
  if (open) return;
  const message = 'is required: whatever the provider offers asks for a credential';
  throw validationFailed([{ pointer: '/credentialReferenceId', code: 'required', message }]);
}
