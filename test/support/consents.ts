import { McpConsent } from '../../db/models/mcp-consent.ts';
import { newId } from '../../schema/values/id.ts';
import type { TestApp } from './app.ts';

type Whose = Pick<McpConsent, 'workspaceId' | 'credentialId' | 'memberId' | 'personId'>;

/** Inserts a consent as if the person had given it on the authorization server's pages; returns its id. */
export async function consentOf({ ports, clock, config }: TestApp, whose: Whose): Promise<string> {
  const at = clock.now();
  const { id } = await McpConsent.query(ports.database.knex).insert({
    ...whose,
    id: newId('mcpConsent'),
    credentialVersion: 1,
    client: 'https://client.example/client.json',
    clientName: 'Desk assistant',
    resource: `${config.baseUrl}/mcp`,
    scopes: ['mcp:read'],
    destinations: [],
    status: 'ACTIVE',
    createdAt: at,
    updatedAt: at,
  });
  return id;
}
