import { CredentialReference } from '../../db/models/credential-reference.ts';
import { registerProjectUser } from '../project/users.ts';

registerProjectUser(async (tx, projectId) => {
  const users = await CredentialReference.inWorkspace(tx).where({ projectId, status: 'ACTIVE' }).resultSize();
  return users > 0 ? `${users} credential references` : null;
});
