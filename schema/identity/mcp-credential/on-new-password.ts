import { McpConsent } from '../../../db/models/mcp-consent.ts';
import { onNewPassword } from '../session/new-password.ts';
import { endConsent } from './end-consent.ts';

// Whoever knew the old password may have let a client of their own in, which lasts for longer than any session.
onNewPassword(async (tx, personId) => {
  const consents = await McpConsent.query(tx.knex)
    .where({ personId, status: 'ACTIVE' })
    .orderBy(['workspaceId', 'id'])
    .forNoKeyUpdate();
  for (const consent of consents) await endConsent(tx, consent, 'NEW_PASSWORD');
});
