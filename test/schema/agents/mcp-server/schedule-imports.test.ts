import { describe, expect, it } from 'vitest';
import { scheduleImports } from '../../../../schema/agents/mcp-server/schedule-imports.ts';
import { testApp } from '../../../support/app.ts';
import { connectorsOf, importAll } from '../../../support/connectors.ts';
import { httpHost } from '../../../support/listeners.ts';
import { mcpServersOf } from '../../../support/mcp-review.ts';
import { kinds } from '../../../support/mcp-servers.ts';
import { cast } from '../../../support/people.ts';
import { provider } from '../../../support/provider.ts';
import { remoteWorld, upstream } from '../../../support/remote-world.ts';
import { entriesOf } from '../../../support/trail.ts';
import { signInAgain } from '../../../support/people.ts';

const env = { EGRESS_ALLOWED_HOSTS: '127.0.0.1', ACCESS_TOKEN_TTL_SECONDS: '3600' };

/** Creates a separate app, because the job reads all workspaces. */
async function fresh() {
  const t = await testApp(env);
  return {
    t,
    run: async () => {
      await scheduleImports(t.ports);
      await importAll(t);
    },
  };
}

/** Serves a description, and records the `If-None-Match` header of each request. */
async function documents(first: string) {
  const it = { document: first, etag: '"1"', fails: false, asked: [] as (string | undefined)[], sent: 0 };
  const host = await httpHost((request, response) => {
    it.asked.push(request.headers['if-none-match']);
    if (it.fails) return response.writeHead(503).end();
    if (request.headers['if-none-match'] === it.etag) return response.writeHead(304).end();
    it.sent += 1;
    return response.writeHead(200, { 'content-type': 'application/json', etag: it.etag }).end(it.document);
  });
  return Object.assign(it, { url: new URL('/openapi.json', host).href });
}

async function published() {
  const { t, run } = await fresh();
  const place = await cast(t);
  const shop = await provider();
  const source = await documents(shop.document);
  const servers = await mcpServersOf(t, place, shop);
  const connectors = connectorsOf(t, place);
  await connectors.update(servers.connectorId, { url: source.url });
  await connectors.importAgain(servers.connectorId);
  await importAll(t);
  const serverId = await servers.published(['listOrders'], await place.as('APPROVER'));
  const later = async (hours: number) => {
    t.clock.advance({ hours });
    await run();
  };
  const signIn = async () => await signInAgain(t, place.owner);
  const connector = async () => {
    await signIn();
    return await connectors.read(servers.connectorId);
  };
  return { t, place, shop, source, servers, connectors, serverId, later, connector, signIn };
}

describe('the description of a published server', () => {
  it('is read again each day, with an audit entry of the job', async () => {
    const { t, place, source, later } = await published();
    await later(22);
    const early = source.asked.length;
    await later(1);
    await later(1);
    await later(22);

    expect([early, source.asked.length]).toEqual([1, 3]);
    const asked = (await entriesOf(t, place.workspaceId)).filter(
      ({ action }) => action === 'connector.import_requested',
    );
    expect(asked.filter(({ actor }) => actor.id === 'schedule-imports')).toHaveLength(2);
  });

  it('is requested conditionally: an unchanged one is not sent again', async () => {
    const { source, later, connector } = await published();
    await later(24);

    expect(source.asked).toEqual([undefined, '"1"']);
    expect(source.sent).toBe(1);
    const { latestImport, status } = await connector();
    expect(status).toBe('READY');
    expect(latestImport).toMatchObject({
      status: 'SUCCEEDED',
      added: 0,
      changed: 0,
      unchanged: 4,
      removed: 0,
      operations: 4,
      failure: null,
    });
  });

  it('is requested unconditionally if a person asks for the import', async () => {
    const { source, connectors, servers, t } = await published();
    await connectors.importAgain(servers.connectorId);
    await importAll(t);

    expect(source.asked).toEqual([undefined, undefined]);
  });

  it('quarantines the server automatically if it has changed', async () => {
    const { source, shop, servers, serverId, later, signIn } = await published();
    source.document = shop.document.replace('["open","closed"]', '["open"]');
    source.etag = '"2"';
    await later(24);
    await signIn();

    const { body } = await servers.send('GET', `/${serverId}/versions`);
    expect(body.data).toMatchObject([{ status: 'QUARANTINED', tools: [{ hasDrifted: true }] }]);
  });

  it('is requested again after 1, 2, 4, 8 and 16 hours, and then daily, while it fails', async () => {
    const { t, source, later, connector, place } = await published();
    await later(23);
    source.fails = true;
    const after: number[] = [];
    const fails = async () => {
      for (let hours = 1; hours <= 30; hours += 1) {
        const before = source.asked.length;
        await later(1);
        if (source.asked.length > before) return void after.push(hours);
      }
      throw new Error('It was not tried.');
    };
    for (let times = 0; times < 8; times += 1) await fails();

    expect(after).toEqual([23, 1, 2, 4, 8, 16, 23, 23]);
    const failed = (await entriesOf(t, place.workspaceId)).filter(
      ({ action }) => action === 'connector.import_failed',
    );
    expect(failed).toHaveLength(8);
    expect(await connector()).toMatchObject({ status: 'READY', latestImport: { status: 'FAILED' } });
    source.fails = false;
    await later(23);
    // A failed import may have written a part, so the next one reads the whole description.
    expect(source.asked.at(-1)).toBeUndefined();
    await later(22);
    const early = source.asked.length;
    await later(1);
    expect(source.asked.length - early).toBe(1);
  });

  it('is not read again if no server with it is published, or if it was uploaded', async () => {
    const { t, run } = await fresh();
    const place = await cast(t);
    const shop = await provider();
    const source = await documents(shop.document);
    await connectorsOf(t, place).create({ url: source.url });
    const servers = await mcpServersOf(t, place, shop);
    await servers.published(['listOrders'], await place.as('APPROVER'));
    await importAll(t);
    t.clock.advance({ days: 3 });
    await run();

    expect(source.asked).toHaveLength(1);
    await signInAgain(t, place.owner);
    const { latestImport } = await connectorsOf(t, place).read(servers.connectorId);
    expect(latestImport.requestedBy).not.toBeNull();
  });

  it('is requested once by several concurrent instances', async () => {
    const { t, source } = await published();
    t.clock.advance({ hours: 24 });
    await Promise.all(Array.from({ length: 4 }, async () => await scheduleImports(t.ports)));
    await importAll(t);

    expect(source.asked).toHaveLength(2);
  });

  it('may also be the list of an MCP server', async () => {
    const { t, run } = await fresh();
    const up = await upstream(kinds[0]);
    const world = await remoteWorld(t, up);
    up.change('close', (tool) => ({ ...tool, annotations: { destructiveHint: true } }));
    t.clock.advance({ hours: 24 });
    await run();
    await signInAgain(t, world.place.owner);

    expect(await world.version()).toMatchObject({ status: 'QUARANTINED' });
    expect(up.calls()).toBe(0);
  });
});
