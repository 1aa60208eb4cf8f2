import { isDeepStrictEqual } from 'node:util';
import type { TransactionContext } from '../../kernel/context.ts';
import { validationFailed, type Refusal } from '../../values/errors.ts';
import { bindReference } from '../vault/bind.ts';
import { lockReference } from '../vault/find.ts';
import { referenceMoves } from '../vault/rules.ts';

interface Taken {
  projectId: string;
  credentialReferenceId: string | null;
  /** What it had when it was judged. */
  parts: Record<string, string> | null;
  goesTo: readonly URL[];
}

/** Throws where the reference is not the project's, or its secret is for another place than it would go to. */
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
