import { describe, expect, it } from 'vitest';
import { ConnectorImport } from '../../../../db/models/connector-import.ts';
import { leaseSeconds, maxAttempts } from '../../../../schema/connect/connector/rules.ts';
import { runImports } from '../../../../schema/connect/connector/run-imports.ts';
import { testApp } from '../../../support/app.ts';
import { connectorsOf, importAll, openapiOf, reading } from '../../../support/connectors.ts';
import { httpHost } from '../../../support/listeners.ts';
import { cast } from '../../../support/people.ts';
import { eventsOf } from '../../../support/trail.ts';

const t = await testApp(
  { EGRESS_ALLOWED_HOSTS: '127.0.0.1', ACCESS_TOKEN_TTL_SECONDS: '3600' },
  { hasReaders: true },
);
const place = await cast(t);
const connectors = connectorsOf(t, place);
const never = new AbortController().signal;
const { knex } = t.ports.database;

async function imported(operations: Record<string, string>): Promise<string> {
  const { body } = await connectors.create({ document: openapiOf(operations) });
  await importAll(t);
  return body.id;
}

/** Returns ports that run `work` before each part of a description; it counts the parts from 1. */
function beforeEachPart(work: (count: number) => Promise<void> | void) {
  return reading(t, async function* (...args) {
    let told = 0;
    for await (const part of t.ports.descriptions.openapi(...args)) {
      await work((told += 1));
      yield part;
    }
  });
}

const many = (count: number, summary = 'Something') =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [`operation-${i}`, summary]));

describe('an import', () => {
  it('reads an uploaded document in the background, and reports the result', async () => {
    const created = await connectors.create({
      document: openapiOf({ orders: 'List orders', stock: 'Count' }),
    });
    await importAll(t);

    const connector = await connectors.read(created.body.id);
    expect(created).toMatchObject({
      status: 201,
      body: { status: 'IMPORTING', latestImport: { status: 'WAITING' } },
    });
    expect(connector).toMatchObject({
      status: 'READY',
      apiTitle: 'Shop',
      apiVersion: '7',
      servers: [{ url: 'https://api.example.com/v1' }],
      importedAt: t.clock.now().toISOString(),
      latestImport: { status: 'SUCCEEDED', added: 2, changed: 0, unchanged: 0, removed: 0, operations: 2 },
    });
    expect(await connectors.capabilities(created.body.id)).toMatchObject([
      { key: 'orders', title: 'List orders', mode: 'read', driftedAt: null },
      { key: 'stock', title: 'Count', mode: 'read', driftedAt: null },
    ]);
  });

  it('emits an event when it is created and one when it is imported, with the counts', async () => {
    const id = await imported({ orders: 'List orders' });

    const events = (await eventsOf(t, place.workspaceId)).filter(({ resource }) => resource.id === id);
    expect(events.map(({ type }) => type)).toEqual(['connector.created', 'connector.imported']);
    expect(events[1]?.data).toMatchObject({
      status: 'READY',
      import: { status: 'SUCCEEDED', added: 1, changed: 0, removed: 0 },
    });
  });

  it('deletes the uploaded document afterward', async () => {
    const id = await imported({ orders: 'List orders' });

    const rows = await ConnectorImport.query(knex).where({ connectorId: id });
    expect(rows).toMatchObject([{ status: 'SUCCEEDED', document: null, dueAt: null }]);
  });

  it('shows its progress while it runs', async () => {
    const { body } = await connectors.create({ document: openapiOf(many(250)) });
    const seen: number[] = [];
    const latest = async () => (await connectors.read(body.id)).latestImport.added as number;
    await runImports(
      beforeEachPart(async () => void seen.push(await latest())),
      never,
    );
    seen.push(await latest());

    expect([...new Set(seen)]).toEqual([0, 100, 200, 250]);
  });

  it('fetches a description from its address through the egress module', async () => {
    const asked: string[] = [];
    const host = await httpHost((request, response) => {
      asked.push(`${request.method} ${request.url} ${String(request.headers['cookie'])}`);
      response.end(openapiOf({ orders: 'List orders' }));
    });
    const { body } = await connectors.create({ url: new URL('openapi.json', host).href });
    await importAll(t);

    expect(await connectors.read(body.id)).toMatchObject({ status: 'READY', latestImport: { added: 1 } });
    expect(asked).toEqual(['GET /openapi.json undefined']);
  });
});

describe('an import that fails', () => {
  it.each([
    [
      'a host on this machine that nobody allowed',
      'http://127.0.0.2:1/openapi.json',
      'destination_not_allowed',
    ],
    ['nobody who answers', 'http://127.0.0.1:1/openapi.json', 'unreachable'],
  ])('reports why: %s', async (_, url, failureCode) => {
    const { body } = await connectors.create({ url });
    await importAll(t);

    const connector = await connectors.read(body.id);
    expect(connector).toMatchObject({ status: 'FAILED', latestImport: { status: 'FAILED', failureCode } });
    expect(connector.latestImport.failure).toMatch(/\.$/);
  });

  it.each([
    ['a page that is none', 404, 'Not here', 'refused_by_source', 'The URL answered with the status 404'],
    ['what is no OpenAPI', 200, '{"swagger":"2.0"}', 'unsupported_version', ''],
    ['no operation', 200, openapiOf({}), 'nothing_usable', 'The description has no callable operation'],
  ])('reports why: %s', async (_, status, answer, failureCode, sentence) => {
    const host = await httpHost((_request, response) => response.writeHead(status).end(answer));
    const { body } = await connectors.create({ url: host.href });
    await importAll(t);

    const { latestImport } = await connectors.read(body.id);
    expect(latestImport).toMatchObject({ status: 'FAILED', failureCode });
    expect(latestImport.failure).toContain(sentence);
  });

  it('leaves the earlier capabilities unchanged, and the connector ready', async () => {
    const id = await imported({ orders: 'List orders' });
    const before = await connectors.capabilities(id);

    await connectors.importAgain(id, openapiOf({}));
    await importAll(t);

    expect(await connectors.read(id)).toMatchObject({ status: 'READY', latestImport: { status: 'FAILED' } });
    expect(await connectors.capabilities(id)).toEqual(before);
  });
});

describe('a repeated import', () => {
  it('reports the difference: added, changed, unchanged and removed capabilities', async () => {
    const id = await imported({ orders: 'List orders', stock: 'Count', prices: 'Prices' });
    const before = await connectors.capabilities(id);
    t.clock.advance({ minutes: 1 });

    const again = await connectors.importAgain(
      id,
      openapiOf({ orders: 'List orders', stock: 'Stock', users: 'Users' }),
    );
    await importAll(t);

    const now = t.clock.now().toISOString();
    const after = await connectors.capabilities(id);
    const gone = await connectors.capabilities(id, '&removed=true');
    expect(again).toMatchObject({ status: 202, body: { status: 'IMPORTING' } });
    expect((await connectors.read(id)).latestImport).toMatchObject({
      status: 'SUCCEEDED',
      added: 1,
      changed: 1,
      unchanged: 1,
      removed: 1,
    });
    expect(after.map(({ key, title, driftedAt }) => [key, title, driftedAt])).toEqual([
      ['orders', 'List orders', null],
      ['stock', 'Stock', now],
      ['users', 'Users', null],
    ]);
    expect(gone).toMatchObject([{ key: 'prices', removedAt: now }]);
    expect(await connectors.capabilities(id, '&drifted=true')).toMatchObject([{ key: 'stock' }]);
    expect(after[0]).toEqual(before[0]);
    expect(after[1]?.id).toBe(before[1]?.id);
    expect(after[1]?.digest).not.toBe(before[1]?.digest);
  });

  it('restores the id of a capability that returns, and marks the capability if it changed', async () => {
    const id = await imported({ orders: 'List orders', stock: 'Count' });
    const [orders, stock] = await connectors.capabilities(id);
    await connectors.importAgain(id, openapiOf({ users: 'Users' }));
    await importAll(t);

    await connectors.importAgain(id, openapiOf({ orders: 'List orders', stock: 'Stock' }));
    await importAll(t);

    expect(await connectors.capabilities(id)).toMatchObject([
      { id: orders?.id, driftedAt: null, removedAt: null },
      { id: stock?.id, driftedAt: t.clock.now().toISOString(), removedAt: null },
    ]);
    expect((await connectors.read(id)).latestImport).toMatchObject({ added: 2, removed: 1 });
  });

  it('is refused while another one runs', async () => {
    const { body } = await connectors.create({ document: openapiOf({ orders: 'List orders' }) });

    const again = await connectors.importAgain(body.id, openapiOf({ stock: 'Count' }));

    expect(again).toMatchObject({
      status: 409,
      body: { code: 'invalid_transition', message: expect.stringContaining('is being imported') },
    });
    await importAll(t);
  });
});

/** Reads the given number of parts, and then throws like a process that died. */
const dyingAfter = (parts: number) =>
  beforeEachPart((count) => {
    if (count > parts) throw new Error('The process died.');
  });

describe('an import whose process ends', () => {
  it('is resumed by another process after its lease, and counts each capability once', async () => {
    const { body } = await connectors.create({ document: openapiOf(many(250)) });
    await expect(runImports(dyingAfter(180), never)).rejects.toThrow('The process died.');
    const halfway = (await connectors.read(body.id)).latestImport;
    await importAll(t);
    const stillHalfway = (await connectors.read(body.id)).latestImport;

    t.clock.advance({ seconds: leaseSeconds });
    await importAll(t);

    expect(halfway).toMatchObject({ status: 'RUNNING', added: 100 });
    expect(stillHalfway).toEqual(halfway);
    expect((await connectors.read(body.id)).latestImport).toMatchObject({
      status: 'SUCCEEDED',
      added: 250,
      changed: 0,
      unchanged: 0,
    });
  });

  it('fails after the maximum number of attempts', async () => {
    const { body } = await connectors.create({ document: openapiOf({ orders: 'List orders' }) });
    for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
      await expect(runImports(dyingAfter(1), never)).rejects.toThrow('The process died.');
      t.clock.advance({ seconds: leaseSeconds });
    }
    await importAll(t);

    expect(await connectors.read(body.id)).toMatchObject({
      status: 'FAILED',
      latestImport: { status: 'FAILED', failureCode: 'interrupted' },
    });
  });

  it('is released if the process stops gracefully, and resumes elsewhere immediately', async () => {
    const { body } = await connectors.create({ document: openapiOf(many(250)) });
    const stopping = new AbortController();
    const stopped = beforeEachPart((count) => {
      if (count === 150) stopping.abort();
    });
    await runImports(stopped, stopping.signal);
    const between = (await connectors.read(body.id)).latestImport;
    await importAll(t);

    expect(between).toMatchObject({ status: 'RUNNING', added: 100 });
    expect((await connectors.read(body.id)).latestImport).toMatchObject({ status: 'SUCCEEDED', added: 250 });
  });

  it('writes nothing more once another process has taken it over', async () => {
    const { body } = await connectors.create({ document: openapiOf(many(150)) });
    const slow = beforeEachPart(async (count) => {
      if (count !== 50) return;
      t.clock.advance({ seconds: leaseSeconds });
      await importAll(t);
    });
    await runImports(slow, never);

    const events = (await eventsOf(t, place.workspaceId)).filter(({ resource }) => resource.id === body.id);
    expect(events.map(({ type }) => type)).toEqual(['connector.created', 'connector.imported']);
    expect((await connectors.read(body.id)).latestImport).toMatchObject({ status: 'SUCCEEDED', added: 150 });
  });

  it('fails if its connector is deleted', async () => {
    const { body } = await connectors.create({ document: openapiOf({ orders: 'List orders' }) });

    const removed = await connectors.remove(body.id);
    await importAll(t);

    expect(removed).toMatchObject({ status: 200, body: { status: 'DELETED' } });
    expect((await connectors.read(body.id)).latestImport).toMatchObject({
      status: 'FAILED',
      failureCode: 'connector_deleted',
    });
  });
});
