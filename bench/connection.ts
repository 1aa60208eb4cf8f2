import { setTimeout as wait } from 'node:timers/promises';
import { createClient, itemsOf, textAt } from '../scripts/client.ts';
import { providerToken, rowsPath } from './peers/rows.ts';
import type { Platform } from './platform.ts';

const base = '/api/console/connect';
const importTimeoutMs = 30_000;
export const titleOfRows = 'List orders';

/** An address for a provider that gets no requests. */
const nobody = 'http://127.0.0.1:9';

export interface Reached {
  /** The provider's address. */
  origin?: string;
  /** The name of the project and everything in it, unique per platform. */
  name?: string;
  /** Further described resources, which nothing reads. */
  others?: readonly string[];
}

/** The resources of a platform for calls to a provider. */
export interface Connected {
  workspaceId: string;
  projectId: string;
  connectorId: string;
  connectionId: string;
  credentialReferenceId: string;
  /** The ids of all described capabilities. */
  capabilityIds: string[];
  /** The id of the capability that reads the rows. */
  rowsId: string;
}

/** Imports the provider's description, and stores the provider's token. */
export async function connect(
  platform: Platform,
  { origin = nobody, name = 'Shop', others = [] }: Reached = {},
): Promise<Connected> {
  const call = callerOf(platform);
  const projectId = await addProject(platform, name);
  const description = { name, source: 'OPENAPI', document: documentOf(origin, others) };
  const made = await call('POST', `${base}/connectors`, description);
  const connectorId = textAt(made, 'id');
  const deadline = Date.now() + importTimeoutMs;
  while (textAt(await call('GET', `${base}/connectors/${connectorId}`), 'status') !== 'READY') {
    if (Date.now() > deadline) throw new Error('The description of the provider was not read in time.');
    await wait(100);
  }
  const { credentialReferenceId, connectionId } = await addConnection(platform, {
    name,
    projectId,
    connectorId,
  });
  const capabilities = itemsOf(await call('GET', `${base}/connectors/${connectorId}/capabilities?limit=100`));
  return {
    workspaceId: textAt(made, 'workspaceId'),
    projectId,
    connectorId,
    connectionId,
    credentialReferenceId,
    capabilityIds: capabilities.map((it) => textAt(it, 'id')),
    rowsId: textAt(
      capabilities.find((it) => textAt(it, 'title') === titleOfRows),
      'id',
    ),
  };
}

export async function addProject(platform: Platform, name: string): Promise<string> {
  return textAt(await callerOf(platform)('POST', '/api/console/projects', { name }), 'id');
}

/** Creates a connection to the provider, with its own copy of the provider's token. */
export async function addConnection(
  platform: Platform,
  parts: Pick<Connected, 'projectId' | 'connectorId'> & { name: string },
): Promise<Pick<Connected, 'credentialReferenceId' | 'connectionId'>> {
  const call = callerOf(platform);
  const secret = { kind: 'BEARER', secret: { token: providerToken } };
  const reference = { projectId: parts.projectId, provider: 'shop', ...secret };
  const kept = await call('POST', `${base}/credential-references`, reference);
  const credentialReferenceId = textAt(kept, 'id');
  const made = await call('POST', `${base}/connections`, { ...parts, credentialReferenceId });
  return { credentialReferenceId, connectionId: textAt(made, 'id') };
}

/** Returns the signed-in person's selection of the provider's rows, valid for fifteen minutes. */
export async function selectRows(
  platform: Platform,
  { rowsId, connectionId }: Pick<Connected, 'rowsId' | 'connectionId'>,
): Promise<string> {
  const path = `${base}/capabilities/${rowsId}?connectionId=${connectionId}`;
  return textAt(await callerOf(platform)('GET', path), 'selection.selection');
}

function callerOf({ process, token }: Platform) {
  const send = createClient();
  return async (method: string, path: string, body?: unknown): Promise<unknown> =>
    (await send(method, `http://localhost:${process.port}${path}`, { body, as: token })).body;
}

function documentOf(origin: string, others: readonly string[]): string {
  const row = {
    type: 'object',
    required: ['id', 'item'],
    properties: { id: { type: 'integer' }, item: { type: 'string' }, isPaid: { type: 'boolean' } },
  };
  const content = { 'application/json': { schema: { type: 'array', items: row } } };
  const responses = { '200': { description: 'They.', content } };
  const pathOf = (noun: string) => [
    `/${noun}`,
    { get: { operationId: `list-${noun}`, summary: `List ${noun}`, responses } },
  ];
  return JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'Shop', version: '1' },
    servers: [{ url: origin }],
    security: [{ token: [] }],
    components: { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
    paths: {
      [rowsPath]: { get: { operationId: 'listOrders', summary: titleOfRows, responses } },
      ...Object.fromEntries(others.map(pathOf)),
    },
  });
}
