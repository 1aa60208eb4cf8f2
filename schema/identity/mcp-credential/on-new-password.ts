import { McpConsent } from '../../../db/models/mcp-consent.ts';
import { onNewPassword } from '../session/new-password.ts';
import { endConsent } from './end-consent.ts';

// An attacker with the old password may have authorized a client, and a consent outlasts every session.
onNewPassword(async (tx, personId) => {
  const consents = await McpConsent.query(tx.knex)
    .where({ personId, status: 'ACTIVE' })
    .orderBy(['workspaceId', 'id'])
    .forNoKeyUpdate();
  for (const consent of consents) await endConsent(tx, consent, 'NEW_PASSWORD');
});
