import { setTimeout as wait } from 'node:timers/promises';
import { createClient, itemsOf, textAt } from '../scripts/client.ts';
import { providerToken, rowsPath } from './peers/rows.ts';
import type { Platform } from './platform.ts';

const base = '/api/console/connect';
const importTimeoutMs = 30_000;

/** For a provider that is never asked. */
const nobody = 'http://127.0.0.1:9';

/** What a platform was given to reach a provider by. */
export interface Connected {
  workspaceId: string;
  connectorId: string;
  credentialReferenceId: string;
  /** Of the provider's rows; for fifteen minutes. */
  selection: string;
}

/** Describes the provider to the platform, gives it the provider's token, and selects its rows. */
export async function connect({ process, token }: Platform, origin = nobody): Promise<Connected> {
  const send = createClient();
  const call = async (method: string, path: string, body?: unknown) =>
    (await send(method, `http://localhost:${process.port}${path}`, { body, as: token })).body;
  const projectId = textAt(await call('POST', '/api/console/projects', { name: 'Bench' }), 'id');
  const secret = { kind: 'BEARER', secret: { token: providerToken } };
  const reference = { projectId, provider: 'shop', ...secret };
  const kept = await call('POST', `${base}/credential-references`, reference);
  const credentialReferenceId = textAt(kept, 'id');
  const description = { name: 'Shop', source: 'OPENAPI', document: documentOf(origin) };
  const made = await call('POST', `${base}/connectors`, description);
  const connectorId = textAt(made, 'id');
  const deadline = Date.now() + importTimeoutMs;
  while (textAt(await call('GET', `${base}/connectors/${connectorId}`), 'status') !== 'READY') {
    if (Date.now() > deadline) throw new Error('The description of the provider was not read in time.');
    await wait(100);
  }
  const parts = { name: 'Shop', projectId, connectorId, credentialReferenceId };
  const connectionId = textAt(await call('POST', `${base}/connections`, parts), 'id');
  const [capability] = itemsOf(await call('GET', `${base}/connectors/${connectorId}/capabilities?limit=1`));
  const path = `${base}/capabilities/${textAt(capability, 'id')}?connectionId=${connectionId}`;
  const selection = textAt(await call('GET', path), 'selection.selection');
  return { workspaceId: textAt(made, 'workspaceId'), connectorId, credentialReferenceId, selection };
}

function documentOf(origin: string): string {
  const row = {
    type: 'object',
    required: ['id', 'item'],
    properties: { id: { type: 'integer' }, item: { type: 'string' }, isPaid: { type: 'boolean' } },
  };
  const content = { 'application/json': { schema: { type: 'array', items: row } } };
  return JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'Shop', version: '1' },
    servers: [{ url: origin }],
    security: [{ token: [] }],
    components: { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
    paths: {
      [rowsPath]: {
        get: {
          operationId: 'listOrders',
          summary: 'List orders',
          responses: { '200': { description: 'They.', content } },
        },
      },
    },
  });
}
