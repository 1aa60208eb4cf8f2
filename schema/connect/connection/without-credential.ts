import { Capability } from '../../../db/models/capability.ts';
import type { TransactionContext } from '../../kernel/context.ts';
import { validationFailed } from '../../values/errors.ts';

// What an operation's `security` says, as `needsCredential` reads it; a tool has none. Of no capabilities nothing is said.
const isOpen = `bool_or(
  not jsonb_path_exists(request, 'lax $.security[*]')
  or coalesce(jsonb_path_exists(request, 'strict $.security[*] \\? (@.size() == 0)', '{}', true), false)
) as is_open`;

/** Throws where nothing of the connector can be asked without a credential. */
export async function assertOpen(tx: TransactionContext, connectorId: string): Promise<void> {
  const known = Capability.inWorkspace(tx).where({ connectorId, removedAt: null });
  const row = (await known.select(tx.knex.raw(isOpen)).first()) as { isOpen: boolean | null } | undefined;
  if (row?.isOpen !== false) return;
  const message = 'is required: every operation of the provider needs a credential';
  throw validationFailed([{ pointer: '/credentialReferenceId', code: 'required', message }]);
}
