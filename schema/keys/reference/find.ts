import { canBeMember } from '../../kernel/access/caller.ts';
import { assertPermission } from '../../kernel/access/permissions.ts';
import type { Context } from '../../kernel/context.ts';
import { refuse, validationFailed } from '../../values/errors.ts';
import { findApplication } from '../application/find.ts';
import { takePlaces } from '../product/places.ts';
import { referenceDocument, type Wanted } from './document.ts';
import { operationsIn, type ReferenceOperation } from './operations.ts';

/** The reference for a reader, and what it was made for. */
export interface Reference extends Wanted {
  operations: readonly ReferenceOperation[];
  document: Awaited<ReturnType<typeof referenceDocument>>;
}

/**
 * Returns the reference that a caller wants. Throws `validation_failed` for arguments that the audience does not
 * have, `permission_required` for an application without `api_keys:read`, `not_found`, and `rate_limited` while the
 * server writes too many documents.
 */
export async function findReference(ctx: Context, wanted: Wanted): Promise<Reference> {
  assertFitting(wanted);
  if (wanted.applicationId !== null) {
    if (canBeMember(ctx.caller) && ctx.caller.membership)
      assertPermission(ctx.caller.membership, 'api_keys:read');
    await findApplication(ctx, wanted.applicationId);
  }
  // The public document is ready.
  using _ = wanted.audience === 'PUBLIC' ? null : takePlaces(ctx, 'writes');
  const document = await referenceDocument(ctx, wanted);
  return { ...wanted, document, operations: operationsIn(document, wanted.applicationId) };
}

function assertFitting({ audience, applicationId, product }: Wanted): void {
  if (applicationId !== null && audience !== 'MINE') throw unfitting('applicationId', 'mine');
  if (product !== null && audience === 'PUBLIC') throw unfitting('product', 'workspace or mine');
}

function unfitting(argument: string, audience: string) {
  const message = `needs the audience ${audience}`;
  return validationFailed([{ pointer: `/${argument}`, code: 'unfitting', message }]);
}

/** Throws `not_found` if the document has no such operation. */
export function findOperation({ operations }: Reference, operationId: string): ReferenceOperation {
  const operation = operations.find((it) => it.operationId === operationId);
  if (operation) return operation;
  throw refuse(
    'not_found',
    'The reference has no operation with this id for this audience. API products need the audience workspace or mine.',
  );
}
