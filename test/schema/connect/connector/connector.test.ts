import { describe, expect, it } from 'vitest';
import { maxConnectors } from '../../../../schema/connect/connector/rules.ts';
import { testApp } from '../../../support/app.ts';
import { connectorsOf, importAll, openapiOf } from '../../../support/connectors.ts';
import { cast } from '../../../support/people.ts';

const t = await testApp({}, { isChecked: true });
const place = await cast(t);
const connectors = connectorsOf(t, place);
const document = openapiOf({ orders: 'List orders' });

describe('a connector', () => {
  it.each([
    ['neither address nor document nor what is ready-made', {}],
    ['address and document', { url: 'https://api.example.com/openapi.json', document }],
    ['a document and what is ready-made', { document, readyMade: 'github' }],
    [
      'an address and what is ready-made',
      { url: 'https://api.example.com/openapi.json', readyMade: 'github' },
    ],
  ])('is not created from %s', async (_, source) => {
    const { status, body } = await connectors.create(source as { url: string });

    expect(status).toBe(422);
    expect(body.errors).toEqual([
      {
        pointer: '',
        code: 'one_of',
        message:
          'must have one of: url of the description, document with the description, or readyMade with an id that ' +
          'this version has',
      },
    ]);
  });

  it('is not created without a name and a source, unless it is ready-made', async () => {
    const { status, body } = await connectors.make({ document });

    expect(status).toBe(422);
    expect(body.errors).toEqual([
      { pointer: '/name', code: 'required', message: 'is required' },
      { pointer: '/source', code: 'required', message: 'is required' },
    ]);
  });

  it.each([
    'ftp://example.com/a',
    'https://user:password@example.com/a',
    'https://example.com/a#part',
    'example.com',
  ])('is not created from the address %s', async (url) => {
    const { status, body } = await connectors.create({ url });

    expect(status).toBe(422);
    expect(body.errors).toMatchObject([{ pointer: '/url' }]);
  });

  it('has a name that is unique in the workspace, and free again once the connector is deleted', async () => {
    const { body } = await connectors.create({ document });
    const other = await connectors.create({ document });

    const taken = await connectors.update(other.body.id, { name: body.name });
    await connectors.remove(body.id);
    const free = await connectors.update(other.body.id, { name: body.name });

    expect(taken).toMatchObject({ status: 409, body: { code: 'name_taken' } });
    expect(free).toMatchObject({ status: 200, body: { name: body.name } });
  });

  it('from an uploaded document is not imported again without a document', async () => {
    const { body } = await connectors.create({ document });
    await importAll(t);

    const again = await connectors.importAgain(body.id);

    expect(again).toMatchObject({
      status: 400,
      body: { code: 'invalid_request', message: expect.stringContaining('Send the document.') },
    });
  });

  it('accepts an upload that is larger than other bodies may be', async () => {
    const large = openapiOf({ orders: 'x'.repeat(3 * 2 ** 20) });

    const { status, body } = await connectors.create({ document: large });
    await importAll(t);

    expect(status).toBe(201);
    expect(await connectors.read(body.id)).toMatchObject({ status: 'READY', latestImport: { added: 1 } });
  });

  it('with a document of more than 32 MiB is refused', async () => {
    const { status, body } = await connectors.create({ document: 'x'.repeat(32 * 2 ** 20 + 1) });

    expect([status, body.code]).toEqual([413, 'payload_too_large']);
    expect(body.message).toContain('32 MiB');
  });

  it('is refused once the workspace has the maximum number of connectors', async () => {
    const elsewhere = await cast(t);
    const { workspaceId, owner } = elsewhere;
    const first = await connectorsOf(t, elsewhere).create({ document });
    await t.ports.database.knex.raw(
      `insert into connector (id, workspace_id, name, description, source, status, servers, schemes, latest_import,
         created_by, created_at, updated_at)
       select id || n, workspace_id, name || n, description, source, status, servers, schemes, latest_import,
         created_by, created_at, updated_at
       from connector, generate_series(2, ?::int) n where id = ?`,
      [maxConnectors, first.body.id],
    );

    const { status, body } = await t.rest('POST', '/api/console/connect/connectors', {
      as: owner,
      workspace: workspaceId,
      body: { name: 'One more', source: 'OPENAPI', document },
    });

    expect([status, body.code]).toEqual([409, 'limit_reached']);
  });
});
