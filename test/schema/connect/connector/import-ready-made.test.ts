import { describe, expect, it } from 'vitest';
import { Connector } from '../../../../db/models/connector.ts';
import { readyMadeConnectors } from '../../../../schema/connect/connector/ready-made.ts';
import { runImports } from '../../../../schema/connect/connector/run-imports.ts';
import { testApp } from '../../../support/app.ts';
import { connectorsOf, importAll, openapiOf, reading } from '../../../support/connectors.ts';
import { httpHost } from '../../../support/listeners.ts';
import { cast } from '../../../support/people.ts';
import { eventsOf, lastEntryOf } from '../../../support/trail.ts';

const t = await testApp({ EGRESS_ALLOWED_HOSTS: '127.0.0.1', ACCESS_TOKEN_TTL_SECONDS: '3600' });
const { knex } = t.ports.database;
const never = new AbortController().signal;

/** Returns a new workspace, in which each connector name is free. */
async function workspace() {
  const place = await cast(t);
  return { ...place, connectors: connectorsOf(t, place) };
}

async function imported(id: string) {
  const place = await workspace();
  const { body } = await place.connectors.make({ readyMade: id });
  await importAll(t);
  return { ...place, id: body.id as string };
}

describe('GET /api/console/connect/providers', async () => {
  const { owner: as, workspaceId } = await cast(t);
  const get = async (path = '') =>
    await t.rest('GET', `/api/console/connect/providers${path}`, { as, workspace: workspaceId });

  it('lists the ready-made connectors, without their documents', async () => {
    const { status, body } = await get();

    expect(status).toBe(200);
    expect(body).toEqual({
      data: readyMadeConnectors.map(({ id, name, description }) => ({ id, name, description })),
    });
  });

  it('returns one with its document', async () => {
    const { status, body } = await get('/github');

    expect(status).toBe(200);
    expect(body).toMatchObject({
      id: 'github',
      name: 'GitHub',
      document: expect.stringMatching(/^openapi: 3\.1\.0$/m),
    });
  });

  it('404: rejects an unknown id', async () => {
    const { status, body } = await get('/github2');

    expect([status, body.code]).toEqual([404, 'not_found']);
  });
});

describe('a ready-made connector', () => {
  it.each(readyMadeConnectors)(
    'is created from $id alone, and imported completely',
    async ({ id, name, description }) => {
      const { connectors } = await workspace();

      const { status, body } = await connectors.make({ readyMade: id });
      await importAll(t);

      expect(status).toBe(201);
      expect(body).toMatchObject({ name, description, source: 'OPENAPI', sourceUrl: null, readyMade: id });
      const { latestImport, ...connector } = await connectors.read(body.id);
      expect(connector).toMatchObject({ status: 'READY', readyMade: id, apiTitle: name });
      expect(latestImport).toMatchObject({
        status: 'SUCCEEDED',
        readyMade: id,
        sourceUrl: null,
        findingCount: 0,
      });
      expect(latestImport.added).toBe(latestImport.operations);
      expect(await connectors.capabilities(body.id)).toHaveLength(latestImport.added);
    },
  );

  it('can have its own name and description, and exists once for each name', async () => {
    const { connectors } = await workspace();
    await connectors.make({ readyMade: 'github' });

    const again = await connectors.make({ readyMade: 'github' });
    const other = await connectors.make({
      readyMade: 'github',
      name: 'Code',
      description: 'Ours.',
      source: 'OPENAPI',
    });

    expect(again).toMatchObject({ status: 409, body: { code: 'name_taken' } });
    expect(other).toMatchObject({
      status: 201,
      body: { name: 'Code', description: 'Ours.', readyMade: 'github' },
    });
    await importAll(t);
  });

  it('appears as ready-made in its events', async () => {
    const { id, workspaceId } = await imported('open-meteo');

    const events = (await eventsOf(t, workspaceId)).filter(({ resource }) => resource.id === id);
    expect(events.map(({ type, data }) => [type, data['readyMade'], data['sourceUrl']])).toEqual([
      ['connector.created', 'open-meteo', null],
      ['connector.imported', 'open-meteo', null],
    ]);
  });

  it('is refused for an unknown id, and for an MCP server', async () => {
    const { connectors } = await workspace();

    const unknown = await connectors.make({ readyMade: 'GitHub' });
    const tools = await connectors.make({ readyMade: 'github', source: 'MCP' });

    const all = readyMadeConnectors.map(({ id }) => id).join(', ');
    expect(unknown).toMatchObject({ status: 422, body: { code: 'validation_failed' } });
    expect(unknown.body.errors).toEqual([
      { pointer: '/readyMade', code: 'invalid', message: `must be one of ${all}` },
    ]);
    expect([tools.status, tools.body.errors[0].message]).toEqual([
      422,
      'applies only to OpenAPI; an MCP server needs url instead',
    ]);
  });
});

describe('a ready-made connector that is imported again', () => {
  it('is unchanged while the same document ships', async () => {
    const { id, connectors } = await imported('hacker-news');

    const again = await connectors.importAgain(id);
    await importAll(t);

    expect(again).toMatchObject({ status: 202, body: { latestImport: { readyMade: 'hacker-news' } } });
    expect((await connectors.read(id)).latestImport).toMatchObject({
      status: 'SUCCEEDED',
      added: 0,
      changed: 0,
      unchanged: 10,
      removed: 0,
    });
  });

  it('reports the changes of a later shipped document as drift', async () => {
    const { id, connectors } = await imported('hacker-news');
    const { descriptions } = t.ports;
    const laterVersion = (shipped: Uint8Array) => {
      const text = Buffer.from(shipped).toString();
      return Buffer.from(
        text.replace(
          'summary: List jobs',
          'summary: List job offers\n      servers: [{ url: https://example.com }]',
        ),
      );
    };

    await connectors.importAgain(id);
    await runImports(
      reading(t, (shipped, source) => descriptions.openapi(laterVersion(shipped), source)),
      never,
    );

    expect((await connectors.read(id)).latestImport).toMatchObject({ changed: 1, unchanged: 9, removed: 0 });
    expect(await connectors.capabilities(id, '&drifted=true')).toMatchObject([
      { key: 'listJobStories', title: 'List job offers' },
    ]);
  });

  it('keeps its capabilities if its document no longer ships, and reports why', async () => {
    const { id, connectors } = await imported('open-meteo');
    await Connector.change(knex, id, t.clock.now(), { readyMade: 'gone-by-now' });

    await connectors.importAgain(id);
    await importAll(t);

    const { status, latestImport } = await connectors.read(id);
    expect([status, latestImport.failureCode]).toEqual(['READY', 'not_shipped']);
    expect(latestImport.failure).toContain('gone-by-now');
    expect(await connectors.capabilities(id)).toHaveLength(5);
  });

  it('reads an uploaded document once, and then the shipped one again', async () => {
    const { id, connectors } = await imported('open-meteo');

    await connectors.importAgain(id, openapiOf({ orders: 'List orders' }));
    await importAll(t);
    const once = await connectors.read(id);
    await connectors.importAgain(id);
    await importAll(t);

    expect(once).toMatchObject({
      readyMade: 'open-meteo',
      latestImport: { readyMade: null, added: 1, removed: 5 },
    });
    expect((await connectors.read(id)).latestImport).toMatchObject({
      readyMade: 'open-meteo',
      added: 5,
      removed: 1,
    });
  });

  it('is no longer ready-made once it has an address of its own', async () => {
    const { id, connectors, workspaceId } = await imported('open-meteo');
    const host = await httpHost((_request, response) => response.end(openapiOf({ orders: 'List orders' })));

    const updated = await connectors.update(id, { url: host.href });
    const entry = await lastEntryOf(t, workspaceId);
    await connectors.importAgain(id);
    await importAll(t);

    expect(updated).toMatchObject({ status: 200, body: { sourceUrl: host.href, readyMade: null } });
    expect(entry?.changes).toMatchObject({ readyMade: ['open-meteo', null], sourceUrl: [null, host.href] });
    expect((await connectors.read(id)).latestImport).toMatchObject({
      sourceUrl: host.href,
      added: 1,
      removed: 5,
    });
  });
});
