import type { TransactionContext } from '../context.ts';
import { validationFailed } from '../errors.ts';
import { bindReference } from '../vault/bind.ts';
import { lockReference } from '../vault/find.ts';
import { referenceMoves } from '../vault/rules.ts';

interface Taken {
  projectId: string;
  credentialReferenceId: string | null;
  goesTo: readonly URL[];
}

/** Throws where the reference is not the project's, or its secret is for another place than it would go to. */
export async function takeReference(
  tx: TransactionContext,
  { projectId, credentialReferenceId, goesTo }: Taken,
) {
  if (credentialReferenceId === null) return;
  const reference = await lockReference(tx, credentialReferenceId);
  referenceMoves.next(reference.status, 'open');
  if (reference.projectId !== projectId)
    throw validationFailed([
      { pointer: '/credentialReferenceId', code: 'invalid', message: 'belongs to another project' },
    ]);
  await bindReference(tx, reference, goesTo);
}
