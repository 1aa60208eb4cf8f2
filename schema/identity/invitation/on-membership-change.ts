import { Person } from '../../../db/models/person.ts';
import { onMembershipChange } from '../member/membership-changes.ts';
import { revokeWaiting } from './revoke-waiting.ts';
import { memberAdded, memberRemoved } from './rules.ts';

// Adding or removing a member overrides earlier invitations. Otherwise a removed person could return with a
// pending one, in a role that was chosen earlier.
onMembershipChange(async (tx, { workspaceId, personId }, turn) => {
  if (!personId) return;
  const { emailKey } = await Person.query(tx.knex).findById(personId).throwIfNotFound();
  await revokeWaiting(tx, { workspaceId, emailKey }, turn === 'added' ? memberAdded : memberRemoved);
});
