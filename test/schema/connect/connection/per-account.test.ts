import { describe, expect, it } from 'vitest';
import { Connection } from '../../../../db/models/connection.ts';
import type { OutgoingRequest } from '../../../../schema/kernel/ports/egress.ts';
import { testApp } from '../../../support/app.ts';
import { connectionsOf } from '../../../support/connections.ts';
import { connectorsOf, importAll } from '../../../support/connectors.ts';
import { mcpServer } from '../../../support/mcp-servers.ts';
import { mcpReviewOf } from '../../../support/mcp-review.ts';
import { cast } from '../../../support/people.ts';
import { provider } from '../../../support/provider.ts';

const t = await testApp({ EGRESS_ALLOWED_HOSTS: '127.0.0.1' });
const place = await cast(t);
const connections = connectionsOf(t, place);
const connectors = connectorsOf(t, place);
const shop = await provider();
const pattern = 'https://*.shop-accounts.net/api';
const account = 'https://acme.shop-accounts.net/api';
const sent: URL[] = [];

// Routes the address of each account to the one provider of these tests.
for (const { ports } of t.instances) {
  const inner = { ...ports.egress };
  Object.assign(ports.egress, {
    send: async (request: OutgoingRequest) => {
      sent.push(request.url);
      const { pathname, search, hostname } = request.url;
      const isOurs = hostname.endsWith('.shop-accounts.net');
      const url = isOurs ? new URL(pathname.replace('/api', '') + search, shop.origin) : request.url;
      return await inner.send({ ...request, url });
    },
  });
}

async function connector(url: string, more: object = {}) {
  const document = JSON.stringify({ ...JSON.parse(shop.document), servers: [{ url }] });
  const name = `Accounts ${crypto.randomUUID()}`;
  const made = await connectors.make({ name, source: 'OPENAPI', document, ...more });
  await importAll(t);
  return { id: connections.idOf(made), made };
}

async function connect(connectorId: string, baseUrl?: string) {
  const projectId = await connections.project();
  const credentialReferenceId = await connections.reference(projectId);
  return await connections.create({ projectId, connectorId, credentialReferenceId, baseUrl });
}

describe('a provider with an address for each account', () => {
  it('gets a proposed pattern, which a person confirms before an account is connected', async () => {
    const { id } = await connector('https://your-domain.shop-accounts.net/api');
    const proposed = await connectors.read(id);
    const before = await connect(id, account);
    const confirmed = await connectors.update(id, { baseUrlPatterns: proposed.baseUrlProposals });
    const after = await connect(id, account);

    expect(proposed).toMatchObject({ servers: [], baseUrlPatterns: [], baseUrlProposals: [pattern] });
    expect(proposed.latestImport.findings).toMatchObject([
      { pointer: '/servers/0', code: 'server_per_account' },
    ]);
    expect(before).toMatchObject({ status: 422, body: { errors: [{ pointer: '/baseUrl' }] } });
    expect(before.body.detail).toContain(pattern);
    expect(confirmed).toMatchObject({ status: 200, body: { baseUrlPatterns: [pattern] } });
    expect(after).toMatchObject({ status: 201, body: { baseUrl: account, status: 'ACTIVE' } });
  });

  it('is read at the account’s own address with its credential', async () => {
    const { id } = await connector('https://{tenant}.shop-accounts.net/api', { baseUrlPatterns: [pattern] });
    const { body } = await connect(id, 'https://ACME.shop-accounts.net/api/');
    const capabilityId = await connections.capability(id, 'whoAmI');
    sent.length = 0;
    const read = await connections.run(await connections.select(capabilityId, body.id));

    expect(body).toMatchObject({ baseUrl: account });
    expect(read).toMatchObject({ status: 200, body: { data: { id: 'account-1' } } });
    expect(sent.map(({ href }) => href)).toEqual([`${account}/me`]);
  });

  it.each([
    'https://evil.example/api',
    'https://acme.shop-accounts.net.evil.example/api',
    'https://acme.shop-accounts.net:8443/api',
    'http://acme.shop-accounts.net/api',
    'https://acme.shop-accounts.net./api',
    'https://acme.shop-accounts.net/api/%2e%2e/admin',
    'https://127.0.0.1/api',
    'https://evil.example\\.shop-accounts.net/api',
  ])('is never connected at %s: 422 with the pattern', async (baseUrl) => {
    const { id } = await connector('https://{tenant}.shop-accounts.net/api', { baseUrlPatterns: [pattern] });
    const { status, body } = await connect(id, baseUrl);

    expect({ status, pointer: body.errors[0].pointer }).toEqual({ status: 422, pointer: '/baseUrl' });
    expect(body.detail).toContain(pattern);
  });

  it.each(['https://*.com', 'https://*.github.io', 'http://*.example.com', 'https://*'])(
    'may not have the pattern %s: 422 with the reason',
    async (wide) => {
      const { id } = await connector('https://{tenant}.shop-accounts.net/api');
      const refused = await connectors.update(id, { baseUrlPatterns: [pattern, wide] });

      expect(refused).toMatchObject({ status: 422, body: { errors: [{ pointer: '/baseUrlPatterns/1' }] } });
      expect((await connectors.read(id)).baseUrlPatterns).toEqual([]);
    },
  );

  it('requires the address of each connection if the description has none', async () => {
    const { id } = await connector('https://{tenant}.shop-accounts.net/api', { baseUrlPatterns: [pattern] });

    expect(await connect(id)).toMatchObject({
      status: 422,
      body: { errors: [{ pointer: '/baseUrl', code: 'required' }] },
    });
  });

  it('keeps a pattern while a connection depends on it', async () => {
    const { id } = await connector('https://{tenant}.shop-accounts.net/api', { baseUrlPatterns: [pattern] });
    const { body } = await connect(id, account);
    const narrower = { baseUrlPatterns: ['https://other.shop-accounts.net/api'] };
    const exact = await connectors.update(id, { baseUrlPatterns: [account] });
    const refused = await connectors.update(id, narrower);
    await connections.disconnect(body.id);

    expect(exact).toMatchObject({ status: 200, body: { baseUrlPatterns: [account] } });
    expect(refused).toMatchObject({ status: 422, body: { errors: [{ pointer: '/baseUrlPatterns' }] } });
    expect(refused.body.detail).toContain(account);
    expect(await connectors.update(id, narrower)).toMatchObject({ status: 200 });
  });

  it('has OAuth on the account’s own origin, and sends the client’s secret there', async () => {
    const url = 'https://{tenant}.shop-accounts.net';
    const flows = { clientCredentials: { tokenUrl: `${url}/oauth/token`, scopes: {} } };
    const components = { securitySchemes: { token: { type: 'oauth2', flows } } };
    const document = JSON.stringify({
      ...JSON.parse(shop.document),
      servers: [{ url: `${url}/api` }],
      components,
    });
    const name = 'Accounts by OAuth';
    const made = await connectors.make({ name, source: 'OPENAPI', document, baseUrlPatterns: [pattern] });
    await importAll(t);
    const projectId = await connections.project();
    const credentialReferenceId = await connections.reference(projectId, {
      kind: 'OAUTH2_CLIENT',
      secret: { clientId: 'client', clientSecret: 'secret of the client' },
    });
    const connectorId = connections.idOf(made);
    const created = await connections.create({
      projectId,
      connectorId,
      credentialReferenceId,
      baseUrl: account,
    });
    const row = await Connection.query(t.ports.database.knex).findById(connections.idOf(created));
    const { body } = await connections.send('GET', `/credential-references/${credentialReferenceId}`);

    expect(row?.authorizationServer).toMatchObject({
      tokenUrl: 'https://acme.shop-accounts.net/oauth/token',
    });
    expect(body.origins).toEqual(['https://acme.shop-accounts.net']);
  });

  it('with MCP is connected at the account’s own address too', async () => {
    const tools = await mcpServer(['2026-07-28', 'json'], { tools: [{ name: 'look', inputSchema: {} }] });
    const made = await connectors.make({
      name: 'Tools of accounts',
      source: 'MCP',
      url: tools.url.href,
      baseUrlPatterns: ['https://*.shop-accounts.net/mcp'],
    });
    await importAll(t);
    const projectId = await connections.project();
    const connectorId = connections.idOf(made);
    const at = async (baseUrl: string) => await connections.create({ projectId, connectorId, baseUrl });

    expect(await at('https://acme.shop-accounts.net/mcp')).toMatchObject({ status: 201 });
    expect(await at('https://evil.example/mcp')).toMatchObject({ status: 422 });
  });

  it('has its address in the subject of a review, so that another address is another subject', async () => {
    const { id } = await connector('https://{tenant}.shop-accounts.net/api', { baseUrlPatterns: [pattern] });
    const projectId = await connections.project();
    const credentialReferenceId = await connections.reference(projectId);
    const made = await connections.create({
      projectId,
      connectorId: id,
      credentialReferenceId,
      baseUrl: account,
    });
    const connectionId = connections.idOf(made);
    const approver = await place.as('APPROVER');
    const review = mcpReviewOf(t, place, { connections, connectorId: id, connectionId, projectId });
    const { body: server } = await review.create(['whoAmI']);
    expect(await review.act(server.id, 'submit')).toMatchObject({ status: 200 });
    await Connection.change(t.ports.database.knex, connectionId, t.clock.now(), {
      baseUrl: `${account}/v2`,
    });
    const { body } = await review.decide(server.id, 'approveRequest', approver);

    expect(body.errors[0].extensions.code).toBe('subject_changed');
    expect(await review.read(server.id)).toMatchObject({ openVersion: { status: 'IN_REVIEW' } });
  });
});
