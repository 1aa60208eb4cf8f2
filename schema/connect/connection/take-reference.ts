import { isDeepStrictEqual } from 'node:util';
import type { TransactionContext } from '../../kernel/context.ts';
import { validationFailed, type Refusal } from '../../values/errors.ts';
import { bindReference } from '../vault/bind.ts';
import { lockReference } from '../vault/find.ts';
import { referenceMoves } from '../vault/rules.ts';

interface Taken {
  projectId: string;
  credentialReferenceId: string | null;
  /** The parts of the reference when it was checked. */
  parts: Record<string, string> | null;
  goesTo: readonly URL[];
}

/**
 * Locks a reference, and binds it to where its secret goes. Throws `validation_failed` if it is of another
 * project or for other origins.
 */
export async function takeReference(
  tx: TransactionContext,
  { projectId, credentialReferenceId, parts, goesTo }: Taken,
) {
  if (credentialReferenceId === null) return;
  const reference = await lockReference(tx, credentialReferenceId);
  referenceMoves.next(reference.status, 'open');
  if (reference.projectId !== projectId) throw unfit('belongs to another project');
  if (!isDeepStrictEqual(reference.parts, parts)) throw unfit('just got other parts; try again');
  await bindReference(tx, reference, goesTo);
}

function unfit(message: string): Refusal {
  return validationFailed([{ pointer: '/credentialReferenceId', code: 'invalid', message }]);
}
