import { describe, expect, it } from 'vitest';
import { CredentialVersion } from '../../../../db/models/credential-version.ts';
import { testApp } from '../../../support/app.ts';
import { connectionsOf } from '../../../support/connections.ts';
import { connectorsOf, importAll } from '../../../support/connectors.ts';
import { textOfAll } from '../../../support/contents.ts';
import { httpHost } from '../../../support/listeners.ts';
import { kinds, mcpServer } from '../../../support/mcp-servers.ts';
import { cast } from '../../../support/people.ts';
import { entriesOf } from '../../../support/trail.ts';

const t = await testApp(
  { EGRESS_ALLOWED_HOSTS: '127.0.0.1', ACCESS_TOKEN_TTL_SECONDS: '3600' },
  { hasReaders: true },
);
const place = await cast(t);
const connectors = connectorsOf(t, place);
const connections = connectionsOf(t, place);
const projectId = await connections.project();
const token = 'ours-alone-5c1e7d';
/** Returns the purposes for which a credential reference was opened. */
const openings = async (referenceId: string) =>
  (await entriesOf(t, place.workspaceId))
    .filter(({ action, targets }) => action === 'secret.opened' && targets[0]?.id === referenceId)
    .map(({ changes }) => changes?.['purpose']);
const send = async (body: object) =>
  await t.rest('POST', '/api/console/connect/connectors', {
    as: place.owner,
    workspace: place.workspaceId,
    body,
  });

const inputSchema = { type: 'object', properties: { query: { type: 'string' } } };
const tools = [
  { name: 'search', title: 'Search issues', inputSchema, annotations: { readOnlyHint: true } },
  { name: 'close', description: 'Closes an issue.', inputSchema },
];

describe('a connector of a remote MCP server', () => {
  it.each(kinds)('by protocol %s, answering as %s, has its tools as capabilities', async (...kind) => {
    const { url } = await mcpServer(kind, { tools, pageSize: 1 });
    const { body } = await send({ name: kind.join(' '), source: 'MCP', url: url.href });
    await importAll(t);

    expect(await connectors.read(body.id)).toMatchObject({
      source: 'MCP',
      status: 'READY',
      apiTitle: 'Foreign tools',
      apiVersion: '1.2.3',
      latestImport: { status: 'SUCCEEDED', added: 2, operations: 2, failure: null },
    });
    expect(await connectors.capabilities(body.id)).toMatchObject([
      { key: 'search', title: 'Search issues', mode: 'read' },
      { key: 'close', mode: 'write' },
    ]);
  });

  it('marks a tool that has changed as drifted', async () => {
    const offer: { tools: object[] } = { tools: [...tools] };
    const { url } = await mcpServer(kinds[0], offer);
    const { body } = await send({ name: 'Drifting', source: 'MCP', url: url.href });
    await importAll(t);
    offer.tools = tools.map((tool) => ({ ...tool, annotations: { readOnlyHint: false } }));

    await connectors.importAgain(body.id);
    await importAll(t);

    expect((await connectors.read(body.id)).latestImport).toMatchObject({ changed: 1, unchanged: 1 });
    expect(await connectors.capabilities(body.id, '&drifted=true')).toMatchObject([
      { key: 'search', mode: 'write' },
    ]);
  });

  it('reports why the import failed if the server requires a credential', async () => {
    const host = await httpHost((_request, response) => response.writeHead(401).end());
    const { body } = await send({ name: 'Closed', source: 'MCP', url: host.href });
    await importAll(t);

    expect(await connectors.read(body.id)).toMatchObject({
      status: 'FAILED',
      latestImport: {
        failureCode: 'refused',
        failure: expect.stringContaining('Give the connector a credentialReferenceId'),
      },
    });
  });

  it('opens its credential for each import, and never shows it', async () => {
    const { url, asked } = await mcpServer(kinds[0], { tools, wants: `Bearer ${token}` });
    const credentialReferenceId = await connections.reference(projectId, {
      kind: 'BEARER',
      secret: { token },
    });
    const { body } = await send({ name: 'For few', source: 'MCP', url: url.href, credentialReferenceId });
    await importAll(t);
    await connectors.importAgain(body.id);
    await importAll(t);

    expect(await connectors.read(body.id)).toMatchObject({
      credentialReferenceId,
      status: 'READY',
      latestImport: { status: 'SUCCEEDED', unchanged: 2 },
    });
    expect(new Set(asked.map(({ headers }) => headers.authorization))).toEqual(new Set([`Bearer ${token}`]));
    expect(await openings(credentialReferenceId)).toEqual(['import a connector', 'import a connector']);
    expect(await textOfAll(t.ports.database)).not.toContain(token);
  });

  it('is imported successfully once it gets a credential', async () => {
    const { url } = await mcpServer(kinds[2], { tools, wants: `Bearer ${token}` });
    const { body } = await send({ name: 'At the second time', source: 'MCP', url: url.href });
    await importAll(t);
    const refused = await connectors.read(body.id);
    const credentialReferenceId = await connections.reference(projectId, {
      kind: 'BEARER',
      secret: { token },
    });
    await connectors.update(body.id, { credentialReferenceId });
    await connectors.importAgain(body.id);
    await importAll(t);

    expect(refused).toMatchObject({ status: 'FAILED', latestImport: { failureCode: 'refused' } });
    expect(await connectors.read(body.id)).toMatchObject({ status: 'READY', latestImport: { added: 2 } });
  });

  it('reports why the import failed if the vault cannot open its credential', async () => {
    const { url, asked } = await mcpServer(kinds[0], { tools });
    const credentialReferenceId = await connections.reference(projectId, {
      kind: 'BEARER',
      secret: { token },
    });
    const { body } = await send({ name: 'Sealed', source: 'MCP', url: url.href, credentialReferenceId });
    await CredentialVersion.query(t.ports.database.knex)
      .where({ referenceId: credentialReferenceId })
      .patch({ sealedSecret: Buffer.from('no more') });
    await importAll(t);

    expect((await connectors.read(body.id)).latestImport).toMatchObject({
      failureCode: 'credential_unusable',
      failure: expect.stringMatching(/^The vault cannot open this value\..* import again\.$/),
    });
    expect(asked).toEqual([]);
  });

  it('sends its credential to one origin only', async () => {
    const [{ url }, { url: elsewhere, asked }] = [
      await mcpServer(kinds[0], { tools }),
      await mcpServer(kinds[0], { tools }),
    ];
    const credentialReferenceId = await connections.reference(projectId, {
      kind: 'BEARER',
      secret: { token },
    });
    const { body } = await send({ name: 'Here', source: 'MCP', url: url.href, credentialReferenceId });
    await importAll(t);
    const moved = await connectors.update(body.id, { url: elsewhere.href });
    const another = await send({ name: 'There', source: 'MCP', url: elsewhere.href, credentialReferenceId });

    for (const { status, body: told } of [moved, another])
      expect([status, told.errors]).toMatchObject([422, [{ pointer: '/credentialReferenceId' }]]);
    expect(asked).toEqual([]);
    expect(await connections.send('DELETE', `/credential-references/${credentialReferenceId}`)).toMatchObject(
      {
        status: 409,
        body: { code: 'in_use', detail: expect.stringContaining('1 connector') },
      },
    );
  });

  it.each([
    ['an API key, which has no place', { kind: 'API_KEY', secret: { apiKey: token } }, {}],
    ['an OAuth client', { kind: 'OAUTH2_CLIENT', secret: { clientId: 'a', clientSecret: token } }, {}],
    ['a document’s', { kind: 'BEARER', secret: { token } }, { source: 'OPENAPI' }],
  ])('is refused with an unsuitable credential: %s', async (what, secret, more) => {
    const credentialReferenceId = await connections.reference(projectId, secret);
    const body = { name: what, source: 'MCP', url: 'http://127.0.0.1:9/mcp', credentialReferenceId, ...more };

    expect(await send(body)).toMatchObject({
      status: 422,
      body: { errors: [{ pointer: '/credentialReferenceId', code: 'invalid' }] },
    });
  });

  it('is created from an address, and not from a document', async () => {
    const created = await send({ name: 'By document', source: 'MCP', document: '{}' });
    const { url } = await mcpServer(kinds[0], { tools });
    const { body } = await send({ name: 'By address', source: 'MCP', url: url.href });
    await importAll(t);
    const again = await connectors.importAgain(body.id, '{}');

    for (const { status, body: told } of [created, again])
      expect([status, told.errors[0].message]).toEqual([
        422,
        'applies only to OpenAPI; an MCP server needs url instead',
      ]);
  });
});
