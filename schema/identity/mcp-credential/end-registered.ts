import { McpConsent } from '../../../db/models/mcp-consent.ts';
import { OAuthRecord } from '../../../db/models/oauth-record.ts';
import { touchPerson } from '../../records/audit/record.ts';
import type { Ports } from '../../kernel/context.ts';
import { createSystemContext } from '../../command/create-context.ts';
import { forEachIsolated } from '../../kernel/for-each-isolated.ts';
import { idPrefixes } from '../../values/id.ts';
import { endConsent } from './end-consent.ts';

const job = 'end-registered-clients';

/**
 * While the operator disables client registration, ends the consents of clients that registered themselves,
 * and deletes the clients. Enabling registration again restores none of them.
 */
export async function endRegisteredClients(ports: Ports): Promise<void> {
  const { database, settings } = ports;
  if (settings.registersClients) return;
  const consents = await McpConsent.query(database.knex)
    .where({ status: 'ACTIVE' })
    .where('client', 'like', `${idPrefixes.oauthClient}_%`)
    .select('id', 'workspaceId', 'personId');
  await forEachIsolated(ports, job, consents, async ({ id, workspaceId, personId }) => {
    await createSystemContext(ports, job, workspaceId).transaction(async (tx) => {
      const consent = await McpConsent.inWorkspace(tx).findOne({ id, status: 'ACTIVE' }).forNoKeyUpdate();
      if (!consent) return {};
      await endConsent(tx, consent, 'CLIENT_DELETED');
      await touchPerson(tx, personId);
      return {};
    });
  });
  await OAuthRecord.query(database.knex).delete().where({ kind: 'CLIENT' });
}
