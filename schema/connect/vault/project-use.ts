import { CredentialReference } from '../../../db/models/credential-reference.ts';
import { projectUses } from '../project/uses.ts';

projectUses.register(async (tx, projectId) => {
  const rows = CredentialReference.inWorkspace(tx).where({ projectId, status: 'ACTIVE' });
  return { count: await rows.resultSize(), noun: 'credential reference', verb: 'destroy' };
});
