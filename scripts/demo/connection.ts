import { setTimeout as wait } from 'node:timers/promises';
import { itemsOf, textAt, type Send } from '../client.ts';
import type { DemoProvider } from './provider.ts';
import { say, type TakeStep } from './transcript.ts';

export interface Desk {
  baseUrl: string;
  as: string;
  send: Send;
}

const connect = '/api/console/connect';
const readyTimeoutMs = 30_000;

export interface Connected {
  projectId: string;
  connectionId: string;
  /** The capabilities that list the books, and order one. */
  capabilities: [string, string];
}

/** Connects a provider's account and reads it through the gateway, which never shows the secret. */
export async function readThroughConnection(
  step: TakeStep,
  desk: Desk,
  shop: DemoProvider,
): Promise<Connected> {
  const { as } = desk;
  say(`\nThe demo starts a small book shop on this machine. Its API requires a token.`);
  const connector = await step(
    'Ada creates a connector from the shop’s own description.',
    `POST ${connect}/connectors`,
    {
      as,
      body: { name: 'Book shop', source: 'OPENAPI', document: JSON.stringify(shop.document) },
      expect: 201,
      show: ['id', 'name', 'status', 'latestImport'],
      note: 'A separate process reads the description in the background.',
    },
  );
  const connectorId = textAt(connector, 'id');
  await untilRead(desk, connectorId);

  const project = await step('Connections belong to a project.', 'POST /api/console/projects', {
    as,
    body: { name: 'Library' },
    expect: 201,
    show: ['id', 'name'],
  });
  const projectId = textAt(project, 'id');
  const reference = await step(
    'Ada stores the shop’s token in the vault, and gets a reference to it.',
    `POST ${connect}/credential-references`,
    {
      as,
      body: { projectId, provider: 'book-shop', kind: 'BEARER', secret: { token: shop.token } },
      expect: 201,
      show: ['id', 'reference', 'version', 'fingerprint'],
      note: 'No call returns the token. The audit log records each use.',
    },
  );
  const connection = await step('The connection has only the reference.', `POST ${connect}/connections`, {
    as,
    body: {
      projectId,
      connectorId,
      name: 'Ada’s shop',
      credentialReferenceId: textAt(reference, 'id'),
    },
    expect: 201,
    show: ['id', 'baseUrl', 'method', 'status', 'credentialReferenceId'],
  });
  const found = await step(
    'Ada searches the capabilities by words, even misspelled ones.',
    `GET ${connect}/capabilities?query=lsit%20boks&limit=1`,
    { as, expect: 200, show: ['id', 'key', 'title', 'mode'] },
  );
  const [capability] = itemsOf(found);
  const described = await step(
    'The description has the schemas and a selection for this connection.',
    `GET ${connect}/capabilities/${textAt(capability, 'id')}?connectionId=${textAt(connection, 'id')}&limit=3`,
    { as, expect: 200, note: 'A selection identifies the call. It grants no permission.' },
  );
  const selection = textAt(described, 'selection.selection');
  const read = `POST ${connect}/capabilities/read`;
  await step('Ada reads three rows with it. The answer says that there are more.', read, {
    as,
    body: { selection, arguments: { inStock: true } },
    expect: 200,
  });
  await step('The server validates arguments by the shop’s own schema before it sends anything.', read, {
    as,
    body: { selection, arguments: { inStock: 'maybe' } },
    expect: [422, 'validation_failed'],
  });
  await step(
    'The server refuses a secret in the settings, at any depth.',
    `PATCH ${connect}/connections/${textAt(connection, 'id')}`,
    {
      as,
      body: { settings: { region: 'eu', nested: [{ 'API-Key': 'oops' }] } },
      expect: [422, 'secret_in_settings'],
    },
  );
  const changes = await step(
    'Ada also finds capabilities that write. Members cannot run them, but agents can request them.',
    `GET ${connect}/capabilities?query=order%20book&mode=write&limit=1`,
    { as, expect: 200, show: ['id', 'key', 'title', 'mode'] },
  );
  const [order] = itemsOf(changes);
  return {
    projectId,
    connectionId: textAt(connection, 'id'),
    capabilities: [textAt(capability, 'id'), textAt(order, 'id')],
  };
}

async function untilRead({ baseUrl, as, send }: Desk, connectorId: string): Promise<void> {
  const deadline = Date.now() + readyTimeoutMs;
  for (;;) {
    const { body } = await send('GET', `${baseUrl}${connect}/connectors/${connectorId}`, { as });
    if (textAt(body, 'status') === 'READY') return;
    if (Date.now() > deadline) throw new Error('The description was not read in time.');
    await wait(200);
  }
}
