import { describe, expect, it } from 'vitest';
import { retireDeprecated } from '../../../../schema/agents/mcp-server/retire-deprecated.ts';
import { agentOf, agentToken } from '../../../support/agents.ts';
import { testApp } from '../../../support/app.ts';
import { importAll } from '../../../support/connectors.ts';
import { mcpServersOf } from '../../../support/mcp-review.ts';
import { cast, signInAgain } from '../../../support/people.ts';
import { provider } from '../../../support/provider.ts';
import { eventsOf } from '../../../support/trail.ts';

const t = await testApp(
  { EGRESS_ALLOWED_HOSTS: '127.0.0.1', ACCESS_TOKEN_TTL_SECONDS: '3600' },
  { isChecked: true },
);
const place = await cast(t);
const approver = await place.as('APPROVER');
const shop = await provider();
const servers = await mcpServersOf(t, place, shop);

const typesOf = async (id: string) =>
  (await eventsOf(t, place.workspaceId))
    .filter(({ resource }) => resource.id === id)
    .map(({ type }) => type.replace('mcp_server.', ''));

describe('an MCP server', () => {
  it('starts as a draft, is reviewed by a different person, and is published', async () => {
    const { status, body } = await servers.create(['whoAmI', 'listOrders']);
    const { id } = body;
    const submitted = await servers.act(id, 'submit');
    const unpublished = await servers.act(id, 'publish');
    const approved = await servers.decide(id, 'approveRequest', approver);
    const published = await servers.act(id, 'publish');

    expect([status, body.status, body.openVersion.status, body.publishedVersion]).toEqual([
      201,
      'ACTIVE',
      'DRAFT',
      null,
    ]);
    expect(body.openVersion.tools).toMatchObject([
      { capability: { key: 'whoAmI' }, mode: 'read', hasDrifted: false },
      { capability: { key: 'listOrders' }, mode: 'read', hasDrifted: false },
    ]);
    expect(submitted.body.openVersion.status).toBe('IN_REVIEW');
    expect(unpublished).toMatchObject({ status: 409, body: { code: 'invalid_transition' } });
    expect(approved.body.data.approveRequest.approvalRequest.status).toBe('EXECUTED');
    expect(published.body).toMatchObject({
      openVersion: null,
      publishedVersion: { number: 1, status: 'PUBLISHED' },
    });
    expect(await typesOf(id)).toEqual(['created', 'submitted', 'approved', 'published']);
  });

  it('is not reviewed by the person who submitted it', async () => {
    const administrator = await place.as('ADMIN');
    const { body } = await servers.create(['whoAmI'], administrator);
    await servers.act(body.id, 'submit', undefined, administrator);
    const own = await servers.decide(body.id, 'approveRequest', administrator);

    expect(own.body.errors[0].extensions.code).toBe('self_approval_forbidden');
  });

  it.each([
    ['requestChanges', 'CHANGES_REQUESTED', 'changes_requested'],
    ['rejectRequest', 'DRAFT', 'rejected'],
  ] as const)('can be edited and submitted again after %s', async (verb, status, told) => {
    const { id } = (await servers.create(['whoAmI'])).body;
    await servers.act(id, 'submit');
    const held = await servers.setTools(id, ['listOrders']);
    await servers.decide(id, verb, approver);
    const back = await servers.read(id);
    const edited = await servers.setTools(id, ['listOrders']);
    const again = await servers.act(id, 'submit');

    expect(held.body.code).toBe('invalid_transition');
    expect(back.openVersion).toMatchObject({ status, reason: 'Looked at each of its tools.' });
    expect(edited.body.openVersion).toMatchObject({
      status: 'DRAFT',
      tools: [{ capability: { key: 'listOrders' } }],
    });
    expect(again.body.openVersion.status).toBe('IN_REVIEW');
    expect(await typesOf(id)).toEqual(['created', 'submitted', told, 'updated', 'submitted']);
  });

  it('serves while its next version is a draft, and for thirty days after that one is published', async () => {
    const id = await servers.published(['whoAmI'], approver);
    await servers.setTools(id, ['whoAmI', 'createOrder']);
    const beside = await servers.read(id);
    await servers.act(id, 'submit');
    await servers.decide(id, 'approveRequest', approver);
    const { body } = await servers.act(id, 'publish');
    const before = await servers.send('GET', `/${id}/versions`);
    t.clock.advance({ days: 30 });
    await retireDeprecated(t.ports);
    await signInAgain(t, place.owner, approver);
    const after = await servers.send('GET', `/${id}/versions`);

    const statuses = ({ body: { data } }: typeof before) => data.map((it: { status: string }) => it.status);
    expect(beside).toMatchObject({
      publishedVersion: { number: 1 },
      openVersion: { number: 2, status: 'DRAFT' },
    });
    expect(body.publishedVersion).toMatchObject({ number: 2, status: 'PUBLISHED' });
    expect(statuses(before)).toEqual(['DEPRECATED', 'PUBLISHED']);
    expect(statuses(after)).toEqual(['RETIRED', 'PUBLISHED']);
  });

  it('needs no review of a version that only removes tools', async () => {
    const id = await servers.published(['whoAmI', 'listOrders'], approver);
    await servers.setTools(id, ['listOrders']);
    const narrowed = await servers.act(id, 'submit');
    const { body } = await servers.act(id, 'publish');

    expect(narrowed.body.openVersion).toMatchObject({ number: 2, status: 'APPROVED' });
    expect(body.publishedVersion).toMatchObject({
      number: 2,
      tools: [{ capability: { key: 'listOrders' } }],
    });
  });

  it('is withdrawn from all agents by one person, and returns after another review', async () => {
    const id = await servers.published(['whoAmI'], approver);
    const security = await place.as('SECURITY_ADMINISTRATOR');
    const reason = 'Its provider was broken into.';
    const quarantined = await servers.act(id, 'quarantine', { reason }, security);
    const stopped = await servers.send('GET', `/${id}/versions`);
    const submitted = await servers.act(id, 'submit');
    await servers.decide(id, 'approveRequest', approver);
    const { body } = await servers.act(id, 'publish');

    expect(quarantined.body.publishedVersion).toBeNull();
    expect(stopped.body.data).toMatchObject([{ status: 'QUARANTINED', reason }]);
    expect(submitted.body.openVersion).toMatchObject({ number: 1, status: 'IN_REVIEW', reason: null });
    expect(body.publishedVersion).toMatchObject({ number: 1, status: 'PUBLISHED' });
  });

  it('is retired permanently with its open request, and its name becomes free', async () => {
    const id = await servers.published(['whoAmI'], approver);
    await servers.setTools(id, ['whoAmI', 'createOrder']);
    await servers.act(id, 'submit');
    const { name } = await servers.read(id);
    const retired = await servers.act(id, 'retire', { reason: 'Nobody uses it.' });
    const { projectId } = servers;

    expect(retired.body).toMatchObject({ status: 'RETIRED', openVersion: null, publishedVersion: null });
    expect(await servers.act(id, 'submit')).toMatchObject({ body: { code: 'invalid_transition' } });
    expect(await servers.send('POST', '', { projectId, name })).toMatchObject({ status: 201 });
    expect(
      await servers.connections.send('GET', `/connections/${servers.connectionId}/dependents`),
    ).toMatchObject({
      body: { data: expect.not.arrayContaining([expect.objectContaining({ id })]) },
    });
  });
});

describe('a quarantined version', () => {
  it('is reviewed again and never counts as narrower, even if all its tools are published', async () => {
    const id = await servers.published(['whoAmI', 'listOrders'], approver);
    await servers.act(id, 'quarantine', { reason: 'Something is wrong with it.' }, approver);
    await servers.setTools(id, ['whoAmI', 'listOrders']);
    await servers.act(id, 'submit');
    await servers.decide(id, 'approveRequest', approver);
    await servers.act(id, 'publish');

    const { body } = await servers.act(id, 'submit');

    expect(body.openVersion).toMatchObject({ status: 'IN_REVIEW' });
  });
});

describe('a changed description', () => {
  const renamed = (document: string) =>
    document.replace('"schema":{"type":"object"}', '"schema":{"type":["object","null"]}');

  it('quarantines each version that offers the tool, as soon as an import finds the change', async () => {
    const id = await servers.published(['whoAmI'], approver);
    const other = await servers.published(['listOrders'], approver);
    const document = renamed(shop.document);
    await servers.connections.send('POST', `/connectors/${servers.connectorId}/import`, { document });
    await importAll(t);
    const { body } = await servers.send('GET', `/${id}/versions`);

    expect(document).not.toBe(shop.document);
    expect(body.data).toMatchObject([
      { status: 'QUARANTINED', reason: expect.stringContaining('whoAmI'), tools: [{ hasDrifted: true }] },
    ]);
    expect((await servers.read(other)).publishedVersion.status).toBe('PUBLISHED');
    expect(await typesOf(id)).toContain('quarantined');
  });

  it('that lacks the tool quarantines the version, too', async () => {
    const id = await servers.published(['createOrder'], approver);
    const described = renamed(shop.document);
    const without = JSON.parse(described) as { paths: Record<string, { post?: object }> };
    delete without.paths['/orders']?.post;
    const send = async (document: string) => {
      await servers.connections.send('POST', `/connectors/${servers.connectorId}/import`, { document });
      await importAll(t);
    };
    await send(JSON.stringify(without));
    const { body } = await servers.send('GET', `/${id}/versions`);
    const refused = await servers.act(id, 'submit');
    await send(described);

    expect(body.data).toMatchObject([{ status: 'QUARANTINED', tools: [{ hasDrifted: true }] }]);
    expect(refused.body.code).toBe('invalid_transition');
  });

  it('is not covered by an earlier grant, even after another review', async () => {
    const send = async (document: string) => {
      await servers.connections.send('POST', `/connectors/${servers.connectorId}/import`, { document });
      await importAll(t);
    };
    await send(shop.document);
    const id = await servers.published(['whoAmI'], approver);
    const credentialId = (await servers.credential()).body.id as string;
    await servers.grant(await servers.grantInput(id, credentialId, 'whoAmI'));
    const agent = agentOf(t, await agentToken(t, { credentialId }));
    const found = async () => (await agent.search({ query: 'whose' })).body.data.length as number;
    const before = await found();
    await send(renamed(shop.document));
    await servers.act(id, 'submit');
    await servers.decide(id, 'approveRequest', approver);
    await servers.act(id, 'publish');

    expect((await servers.read(id)).publishedVersion.status).toBe('PUBLISHED');
    expect([before, await found()]).toEqual([1, 0]);
  });

  it('blocks the approval of the earlier one', async () => {
    const { id } = (await servers.create(['whoAmI'])).body;
    await servers.act(id, 'submit');
    await servers.connections.send('POST', `/connectors/${servers.connectorId}/import`, {
      document: shop.document,
    });
    await importAll(t);
    const { body } = await servers.decide(id, 'approveRequest', approver);

    expect(body.errors[0].extensions.code).toBe('subject_changed');
  });
});

describe('the tools of an MCP server', () => {
  it('are unique capabilities, each of a connection in the server’s project', async () => {
    const { projectId, connectionId } = servers;
    const [who, elsewhere] = [await servers.tool('whoAmI'), await servers.connections.made(await provider())];
    const foreign = { ...who, connectionId: elsewhere.id };
    const tools = [who, who, foreign, { capabilityId: 'cap_nothing', connectionId }];
    const { status, body } = await servers.send('POST', '', { projectId, name: 'Wrong', tools });

    expect(status).toBe(422);
    expect(body.errors.map(({ pointer }: { pointer: string }) => pointer)).toEqual([
      '/tools/1/capabilityId',
      '/tools/2/connectionId',
      '/tools/2/connectionId',
      '/tools/3/capabilityId',
    ]);
  });
});
