import { expect, it } from 'vitest';
import { openDatabase } from '../../../db/knex.ts';
import { migrations } from '../../../db/migrations/index.ts';
import { submission } from '../../support/approvals.ts';
import { count } from '../../support/count.ts';
import { emptyDatabase } from '../../support/database.ts';
import { liveAt } from '../../support/live.ts';
import {
  echo,
  keyOf,
  proveAddressIn,
  rename,
  send,
  signUp,
  type Key,
  type Owner,
} from '../../support/over-http.ts';
import { previousVersion, type PreviousVersion } from '../../support/previous.ts';
import { requestAt, settingsFor, startServer } from '../../support/server-process.ts';
import { receiver } from '../../support/webhooks.ts';

const rounds = count(100);
const previous = previousVersion();
const knows = (path: string) => typeof previous !== 'string' && previous.has(path);
/** Whether the previous version has leases; without them it does not wait for its peers. */
const knowsLeases = knows('db/migrations/0040-instance-lease.ts');
const knowsWebhooks = knows('db/migrations/0034-webhook.ts');
const options = await emptyDatabase();
const plenty = '1000000';
const settings = {
  ...settingsFor(options),
  BASE_URL: 'http://localhost:4000',
  LOG_LEVEL: 'warn',
  EGRESS_ALLOWED_HOSTS: '127.0.0.1',
  LIMIT_SIGN_UPS_PER_IP_PER_HOUR: plenty,
  LIMIT_ANONYMOUS_PER_IP_PER_MINUTE: plenty,
  LIMIT_FAILED_AUTH_PER_IP_PER_MINUTE: plenty,
};
const hooks = await receiver();

/** The URLs of two servers over one database. */
interface Pair {
  at: string;
  beside: string;
}

/** Uses a key on both servers and rotates it; if both have leases, both reject the old secret. */
async function useKey({ at, beside }: Pair, { token }: Owner, { rotation, secret }: Key): Promise<void> {
  const before = [await echo(at, secret), await echo(beside, secret)];
  const rotated = await send(at, 'POST', rotation, { token });
  const after = [await echo(at, rotated.secret), await echo(beside, rotated.secret)];
  const ended = [await echo(at, secret), knowsLeases ? await echo(beside, secret) : 401];

  expect({ before, after, ended }).toEqual({ before: [200, 200], after: [200, 200], ended: [401, 401] });
}

/** Requests production access. The previous version requires a product, which this version does not know. */
async function ask(url: string, { token }: Owner) {
  const named = { ...submission, requestedProducts: ['payments'] };
  const answer = await requestAt(url, 'POST', { token, body: submission });
  const { status, body } =
    answer.status === 422 ? await requestAt(url, 'POST', { token, body: named }) : answer;
  if (status !== 201) throw new Error(JSON.stringify(body));
  return body;
}

/** Requests on one server, approves as another person on the other, and creates a live key on the first. */
async function approve({ at, beside }: Pair, owner: Owner, { application }: Key): Promise<void> {
  const second = await signUp(beside, 'grace');
  await send(at, 'POST', '/api/console/members', {
    token: owner.token,
    body: { personId: second.personId, role: 'ADMIN' },
  });
  // The previous version needs no confirmation of a membership.
  const path = `/api/developer-portal/workspaces/${owner.workspaceId}/confirm`;
  await requestAt(beside + path, 'POST', { token: second.token });
  await proveAddressIn(settings, second);
  const asked = await ask(`${at}${application}/production-access/requests`, owner);
  const { id, subjectDigest } = asked.approvalRequest;
  await send(beside, 'POST', `/api/console/approvals/${id}/approve`, {
    token: second.token,
    workspace: owner.workspaceId,
    body: { subjectDigest },
  });
  const body = { name: 'live', environment: 'LIVE', scopes: ['read'] };
  await send(at, 'POST', `${application}/keys`, { token: owner.token, body });
}

/** Renames the workspace on one server; an endpoint and a subscriber on the other receive the event. */
async function watch({ at, beside }: Pair, owner: Owner): Promise<void> {
  const { token, workspaceId } = owner;
  const body = { environment: 'SANDBOX', url: hooks.url, eventTypes: ['workspace.*'] };
  const path = '/api/console/webhooks/endpoints';
  if (knowsWebhooks) await send(at, 'POST', path, { token, body });
  const position = await send(beside, 'POST', '/graphql', { token, body: { query: '{ eventCursor }' } });
  const query = 'subscription ($after: String) { eventOccurred(after: $after) { type } }';
  const watcher = await liveAt(() => beside).watch({ token }, workspaceId);
  const told = watcher.follow(query, { after: position.data.eventCursor });
  await rename(at, owner, 'Renamed');

  await told.saw('workspace.updated');
  const isTold = () => hooks.received.some((message) => message.body.includes(workspaceId));
  if (knowsWebhooks) await expect.poll(isTold).toBe(true);
  await watcher.client.dispose();
}

/** Lists the references of both versions on the previous one, and renews a secret on each. */
async function refer({ at: old, beside: present }: Pair): Promise<void> {
  const { token } = await signUp(old, 'ada');
  const project = await send(old, 'POST', '/api/console/projects', { token, body: { name: 'Shop' } });
  const path = '/api/console/connect/credential-references';
  const write = async (url: string, secret: object) =>
    await send(url, 'POST', path, { token, body: { projectId: project.id, provider: 'shop', ...secret } });
  const named = await write(present, { parts: { key: 'key-1', token: 'token-1' } });
  const headers = await write(old, { kind: 'CUSTOM', secret: { headers: { 'X-Key': 'key-1' } } });
  const body = { secret: { headers: { 'X-Key': 'key-2' } } };
  const renewed = await send(present, 'POST', `${path}/${headers.id}/versions`, { token, body });
  const renewedAgain = await send(old, 'POST', `${path}/${headers.id}/versions`, { token, body });
  const { data } = await send(old, 'GET', path, { token });
  const ids: string[] = [named.id, headers.id];

  expect([renewed.version, renewedAgain.version]).toEqual([2, 3]);
  expect(data.map(({ id, kind }: { id: string; kind: string }) => [id, kind])).toEqual(
    ids.toSorted().map((id) => [id, 'CUSTOM']),
  );
}

async function round(pair: Pair): Promise<void> {
  const owner = await signUp(pair.at, 'ada');
  const key = await keyOf(pair.at, owner);
  await useKey(pair, owner, key);
  await approve(pair, owner, key);
  await watch(pair, owner);
  const invited = { email: `${crypto.randomUUID()}@example.com`, role: 'VIEWER' };
  await send(pair.at, 'POST', '/api/console/invitations', { token: owner.token, body: invited });
  const entries = await send(pair.beside, 'GET', '/api/console/audit?limit=100', { token: owner.token });
  expect(entries.data.length).toBeGreaterThan(8);
}

it(
  `the server of the previous version works on the schema of this one and beside it (${rounds} rounds)`,
  { timeout: 60 * 60_000 },
  async ({ skip }) => {
    if (typeof previous === 'string') skip(previous);
    const { folder } = previous as PreviousVersion;
    const old = await startServer(settings, { folder });
    await using database = await openDatabase(options);
    await round({ at: old.url, beside: old.url });

    const present = await startServer(settings);
    if (knows('db/migrations/0020-vault.ts')) await refer({ at: old.url, beside: present.url });
    for (let time = 0; time < rounds; time += 1) {
      await round({ at: old.url, beside: present.url });
      await round({ at: present.url, beside: old.url });
    }

    const names: string[] = await database.knex('schema_migration').orderBy('name').pluck('name');
    expect(names).toEqual(migrations.map(({ name }) => name));
    const endings = [await old.stop(), await present.stop()];
    expect(endings.map(({ code, stderr }) => [code, stderr])).toEqual([
      [0, ''],
      [0, ''],
    ]);
    const errors = endings.flatMap(({ stdout }) =>
      stdout.split('\n').filter((line) => /"level":"(?:error|fatal)"/.test(line)),
    );
    expect(errors).toEqual([]);
  },
);
