import { Person } from '../../../db/models/person.ts';
import { onMembershipChange } from '../member/membership-changes.ts';
import { revokeWaiting } from './revoke-waiting.ts';
import { memberAdded, memberRemoved } from './rules.ts';

// Whoever adds or removes a member has decided about them since the invitation was sent. Left to wait, it would be a way
// back in for who was removed, in a role that somebody had once thought of.
onMembershipChange(async (tx, { workspaceId, personId }, turn) => {
  if (!personId) return;
  const { emailKey } = await Person.query(tx.knex).findById(personId).throwIfNotFound();
  await revokeWaiting(tx, { workspaceId, emailKey }, turn === 'added' ? memberAdded : memberRemoved);
});
