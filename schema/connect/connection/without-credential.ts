import { Capability } from '../../../db/models/capability.ts';
import type { TransactionContext } from '../../kernel/context.ts';
import { validationFailed } from '../../values/errors.ts';

// Whether any capability needs no credential, as in `needsCredential`. Null if there are no capabilities.
const isOpen = `bool_or(
  not jsonb_path_exists(request, 'lax $.security[*]')
  or coalesce(jsonb_path_exists(request, 'strict $.security[*] \\? (@.size() == 0)', '{}', true), false)
) as is_open`;

/** Throws `validation_failed` if every capability of the connector needs a credential. */
export async function assertOpen(tx: TransactionContext, connectorId: string): Promise<void> {
  const known = Capability.inWorkspace(tx).where({ connectorId, removedAt: null });
  const row = (await known.select(tx.knex.raw(isOpen)).first()) as { isOpen: boolean | null } | undefined;
  if (row?.isOpen !== false) return;
  const message = 'is required: every operation of the provider needs a credential';
  throw validationFailed([{ pointer: '/credentialReferenceId', code: 'required', message }]);
}
