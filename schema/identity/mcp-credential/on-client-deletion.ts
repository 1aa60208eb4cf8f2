import { McpConsent } from '../../../db/models/mcp-consent.ts';
import { touchPerson } from '../../records/audit/record.ts';
import { onClientDeletion } from '../mcp-client/deletion.ts';
import { endConsent } from './end-consent.ts';

// The client is locked, and each new consent locks it too, so no consent is missed here.
onClientDeletion(async (tx, client) => {
  const consents = await McpConsent.inWorkspace(tx)
    .where({ client, status: 'ACTIVE' })
    .orderBy('id')
    .forNoKeyUpdate();
  for (const consent of consents) await endConsent(tx, consent, 'CLIENT_DELETED');
  const persons = new Set(consents.map(({ personId }) => personId));
  for (const personId of [...persons].toSorted()) await touchPerson(tx, personId);
});
