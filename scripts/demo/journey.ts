import { textAt, type Send } from '../client.ts';
import type { AccountOf } from './accounts.ts';
import { lendToAgent } from './agent.ts';
import { approveByAnother } from './approval.ts';
import { readAudit } from './audit.ts';
import { bringProductLive } from './product.ts';
import { readThroughConnection } from './connection.ts';
import { startDemoProvider } from './provider.ts';
import { say, type TakeStep } from './transcript.ts';
import { announceReceiver } from './webhook.ts';

// Another server may not call this machine, where these chapters run a provider and a receiver.
export const leftOut =
  'The chapters about API products, connections, agents and webhooks are left out: they need a server that the demo starts. ' +
  'Stop the server, or run `PORT=4517 npm run demo -- --all`.';

interface Stage {
  account: AccountOf;
  baseUrl: string;
  send: Send;
  dataDir: string;
  isOurs: boolean;
}

/** Runs every chapter, and shows each request with its answer. */
export async function journey(
  step: TakeStep,
  { account, baseUrl, send, dataDir, isOurs }: Stage,
): Promise<void> {
  const ada = await step(
    'Ada signs up. She gets a workspace, its role OWNER, and a session.',
    'POST /api/auth/sign-up',
    {
      body: account('Ada', 'Analytical Engines'),
      expect: 201,
      show: ['accessToken', 'refreshToken', 'tokenType', 'expiresIn', 'person', 'workspace'],
      note: 'The access token lasts `expiresIn` seconds; POST /api/auth/refresh trades the refresh token for the next pair.',
    },
  );
  const as = textAt(ada, 'accessToken');
  const workspace = textAt(ada, 'workspace.id');

  const application = await step(
    'Applications hold the keys, so she makes one.',
    'POST /api/console/applications',
    { as, body: { name: 'Checkout' }, expect: 201, show: ['id', 'workspaceId', 'name', 'status'] },
  );
  const keys = `/api/console/applications/${textAt(application, 'id')}/keys`;
  const shownOfKey = ['id', 'name', 'environment', 'scopes', 'status', 'version', 'lastFour', 'secret'];

  const key = await step(
    'A sandbox key lets a program call the sandbox. `write` is the scope that POST needs.',
    `POST ${keys}`,
    {
      as,
      body: { name: 'ci', environment: 'SANDBOX', scopes: ['write'], expiresOn: inDays(90) },
      expect: 201,
      show: [...shownOfKey, 'expiresOn'],
      note: 'The secret is shown once. The server stores only its hash, its prefix and its last four characters.',
    },
  );
  const oldSecret = textAt(key, 'secret');

  const echo = { body: { message: 'hello', reference: 'order-42' } };
  await step('The program calls the sandbox with the key.', 'POST /v1/sandbox/echo', {
    as: oldSecret,
    ...echo,
    expect: 200,
  });
  await step(
    'The program validates a payload first. The server executes nothing and returns findings.',
    'POST /v1/sandbox/validate',
    {
      as: oldSecret,
      body: { operation: 'sandboxEcho', payload: { reference: 'order-42' } },
      expect: 200,
    },
  );
  await step(
    'The program sends the invalid payload anyway, and the server refuses it.',
    'POST /v1/sandbox/echo',
    {
      as: oldSecret,
      body: { reference: 'order-42' },
      expect: [422, 'validation_failed'],
      note: 'Every refusal has this shape; a program branches on `code`.',
    },
  );

  const rotated = await step(
    'The secret may have leaked, so Ada rotates the key. It stays the same key with a new secret.',
    `POST ${keys}/${textAt(key, 'id')}/rotate`,
    { as, expect: 200, show: shownOfKey, note: 'This secret, too, is shown once.' },
  );
  await step('The old secret stopped working immediately.', 'POST /v1/sandbox/echo', {
    as: oldSecret,
    ...echo,
    expect: [401, 'credential_invalid'],
  });
  await step('The new one works.', 'POST /v1/sandbox/echo', {
    as: textAt(rotated, 'secret'),
    ...echo,
    expect: 200,
  });

  const bob = await step('Bob signs up, and gives Ada his person id.', 'POST /api/auth/sign-up', {
    body: account('Bob', 'Bob’s workspace'),
    expect: 201,
    show: ['accessToken', 'person', 'workspace'],
  });
  await step('Ada adds him to her workspace with a role that only reads.', 'POST /api/console/members', {
    as,
    body: { personId: textAt(bob, 'person.id'), role: 'VIEWER' },
    expect: 201,
    show: ['id', 'person', 'role', 'status'],
    note: 'A person becomes a member only by accepting.',
  });
  await step('Bob accepts.', `POST /api/developer-portal/workspaces/${workspace}/confirm`, {
    as: textAt(bob, 'accessToken'),
    expect: 200,
  });
  await step(
    'Bob names Ada’s workspace in the header, and tries to create an application.',
    'POST /api/console/applications',
    {
      as: textAt(bob, 'accessToken'),
      workspace,
      body: { name: 'Shadow' },
      expect: [403, 'permission_required'],
      note: 'A VIEWER lacks the permission, and the answer names it.',
    },
  );
  await step('Ada has more permissions, but a live key needs approved production access.', `POST ${keys}`, {
    as,
    body: { name: 'production', environment: 'LIVE', scopes: ['read', 'write'] },
    expect: [403, 'production_access_required'],
  });
  const stage = { baseUrl, as, workspace, application: textAt(application, 'id'), account, dataDir };
  const another = await approveByAnother(step, stage);

  if (isOurs) {
    await bringProductLive(step, { as, another, workspace });
    await using shop = await startDemoProvider();
    const connected = await readThroughConnection(step, { baseUrl, as, send }, shop);
    await lendToAgent(step, { baseUrl, as, send, workspace, another }, connected);
    await announceReceiver(step, { baseUrl, as, send, workspace, application: stage.application });
  } else say(`\n${leftOut}`);

  await readAudit(step, as);
  await step('Ada signs out.', 'POST /api/auth/sign-out', { as, expect: 200 });
  await step('Her access token no longer works.', 'GET /api/developer-portal/me', {
    as,
    expect: [401, 'session_invalid'],
  });
}

function inDays(days: number): string {
  return new Date(Date.now() + days * 24 * 3600 * 1000).toISOString().slice(0, 10);
}
