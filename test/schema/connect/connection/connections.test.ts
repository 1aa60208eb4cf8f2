import { describe, expect, it } from 'vitest';
import { Connection } from '../../../../db/models/connection.ts';
import { CredentialVersion } from '../../../../db/models/credential-version.ts';
import { testApp } from '../../../support/app.ts';
import { connectionsOf } from '../../../support/connections.ts';
import { importAll } from '../../../support/connectors.ts';
import { textOfAll } from '../../../support/contents.ts';
import { keyValueVault } from '../../../support/key-value-vault.ts';
import { kinds, mcpServer } from '../../../support/mcp-servers.ts';
import { cast } from '../../../support/people.ts';
import { provider, token } from '../../../support/provider.ts';
import { eventsOf } from '../../../support/trail.ts';

const t = await testApp({ EGRESS_ALLOWED_HOSTS: '127.0.0.1' }, { isChecked: true });
const place = await cast(t);
const connections = connectionsOf(t, place);
const shop = await provider();
const { knex } = t.ports.database;

const typesOf = async (id: string) =>
  (await eventsOf(t, place.workspaceId)).filter(({ resource }) => resource.id === id).map(({ type }) => type);

describe('a connection', () => {
  it('links a project to a provider through a reference, and stores no secret', async () => {
    const { id, projectId, connectorId, credentialReferenceId, created } = await connections.made(shop);

    expect(created).toMatchObject({
      status: 201,
      body: {
        projectId,
        connectorId,
        credentialReferenceId,
        baseUrl: shop.origin,
        method: 'BEARER',
        scheme: 'token',
        status: 'ACTIVE',
        health: { isServing: true, problem: null, lastOkAt: null },
      },
    });
    expect(await typesOf(id)).toEqual(['connection.created']);
    expect(JSON.stringify(await Connection.query(knex).findById(id))).not.toContain(token);
    expect(await textOfAll(t.ports.database)).not.toContain(token);
  });

  it('is refused with a base URL outside the connector’s servers', async () => {
    const projectId = await connections.project();
    const connectorId = await connections.connector(shop);
    const elsewhere = await connections.create({ projectId, connectorId, baseUrl: 'https://evil.example' });

    expect(elsewhere).toMatchObject({
      status: 422,
      body: { code: 'validation_failed', errors: [{ pointer: '/baseUrl' }] },
    });
    expect(elsewhere.body.detail).toContain(shop.origin);
  });

  it('is refused for a connector that was not imported yet', async () => {
    const projectId = await connections.project();
    const { body } = await connections.send('POST', '/connectors', {
      name: 'Unread',
      source: 'OPENAPI',
      document: 'openapi: 3.1.0',
    });

    expect(await connections.create({ projectId, connectorId: body.id })).toMatchObject({
      status: 422,
      body: {
        errors: [
          { pointer: '/connectorId', message: 'has not been imported yet: wait until its status is READY' },
        ],
      },
    });
  });

  it('has a name that is unique in its project, and free again once the connection is disconnected', async () => {
    const { id, projectId, connectorId } = await connections.made(shop, { name: 'Ours' });
    const credentialReferenceId = await connections.reference(projectId);
    const body = { projectId, connectorId, credentialReferenceId, name: 'Ours' };

    expect(await connections.create(body)).toMatchObject({ status: 409, body: { code: 'name_taken' } });
    await connections.disconnect(id);
    expect(await connections.create(body)).toMatchObject({ status: 201 });
  });

  it('can change its name and settings, and an equal value changes nothing', async () => {
    const { id } = await connections.made(shop, { settings: { region: 'eu' } });
    const path = `/connections/${id}`;
    const same = await connections.send('PATCH', path, { settings: { region: 'eu' } });
    const changed = await connections.send('PATCH', path, { name: 'Another', settings: { region: 'us' } });

    expect(same.body).toMatchObject({ rowVersion: 1 });
    expect(changed.body).toMatchObject({ name: 'Another', settings: { region: 'us' }, rowVersion: 2 });
    expect(await typesOf(id)).toEqual(['connection.created', 'connection.updated']);
  });
});

describe('spec §2: settings of a connection must not contain', () => {
  it.each(['password', 'apiKey', 'token', 'clientSecret', 'authorization', 'credential'])(
    'a field named %s: 422 secret_in_settings, and nothing is stored',
    async (name) => {
      const { id, projectId, connectorId } = await connections.made(shop);
      const settings = { deep: [{ [name]: 'of whatever value' }] };
      const created = await connections.create({ projectId, connectorId, settings });
      const updated = await connections.send('PATCH', `/connections/${id}`, { settings });

      const refused = {
        status: 422,
        body: { code: 'secret_in_settings', errors: [{ pointer: `/settings/deep/0/${name}` }] },
      };
      expect([created, updated]).toMatchObject([refused, refused]);
      expect(JSON.stringify([created, updated])).not.toContain('of whatever value');
      expect((await connections.read(id)).settings).toEqual({});
    },
  );

  it('a value that looks like a secret: 422 secret_value_in_settings, and no response shows it', async () => {
    const { projectId, connectorId } = await connections.made(shop);
    const canary = 'ghp_canary0123456789abcdefghijklmnopqrstuv';
    const refused = await connections.create({ projectId, connectorId, settings: { note: canary } });

    expect(refused).toMatchObject({
      status: 422,
      body: { code: 'secret_value_in_settings', errors: [{ pointer: '/settings/note' }] },
    });
    expect(JSON.stringify(refused)).not.toContain(canary);
    expect(await textOfAll(t.ports.database)).not.toContain(canary);
  });

  it('a secret or a protocol parameter as an OAuth parameter', async () => {
    const { projectId, connectorId } = await connections.made(shop);
    const create = async (oauthParameters: object) =>
      await connections.create({ projectId, connectorId, oauthParameters });

    expect(await create({ token: 'x' })).toMatchObject({ body: { code: 'secret_in_settings' } });
    expect(await create({ redirect_uri: 'https://evil.example' })).toMatchObject({
      status: 422,
      body: { errors: [{ pointer: '/oauthParameters/redirect_uri' }] },
    });
  });
});

describe('a credential reference', () => {
  it('is bound to the origin of its first connection, so that nobody can send it to another origin', async () => {
    const { projectId, credentialReferenceId } = await connections.made(shop);
    const evil = await connections.connector(await provider());
    const again = await connections.create({ projectId, connectorId: evil, credentialReferenceId });
    const { body } = await connections.send('GET', `/credential-references/${credentialReferenceId}`);

    expect(again).toMatchObject({
      status: 422,
      body: { errors: [{ pointer: '/credentialReferenceId' }] },
    });
    expect(again.body.detail).toContain(`is only for ${shop.origin}`);
    expect(body.origins).toEqual([shop.origin]);
  });

  it('with a stated origin is never sent to another one, connected or not', async () => {
    const secret = { kind: 'BEARER', secret: { token }, origins: [`${shop.origin}/`] };
    const projectId = await connections.project();
    const credentialReferenceId = await connections.reference(projectId, secret);
    const evil = await connections.connector(await provider());
    const ours = await connections.connector(shop);
    const refused = await connections.create({ projectId, connectorId: evil, credentialReferenceId });

    expect(refused).toMatchObject({ status: 422, body: { errors: [{ pointer: '/credentialReferenceId' }] } });
    expect(await connections.create({ projectId, connectorId: ours, credentialReferenceId })).toMatchObject({
      status: 201,
    });
  });

  it('may be written for several origins', async () => {
    const [one, other, third] = [shop, await provider(), await provider()];
    const secret = { kind: 'BEARER', secret: { token }, origins: [one.origin, other.origin] };
    const projectId = await connections.project();
    const credentialReferenceId = await connections.reference(projectId, secret);
    const statuses: number[] = [];
    for (const to of [one, other, third]) {
      const connectorId = await connections.connector(to);
      const { status } = await connections.create({ projectId, connectorId, credentialReferenceId });
      statuses.push(status);
    }

    expect(statuses).toEqual([201, 201, 422]);
  });

  it('is required if each operation of the provider needs a credential', async () => {
    const projectId = await connections.project();
    const connectorId = await connections.connector(shop);
    const open = JSON.parse(shop.document) as { paths: Record<string, Record<string, object>> };
    Object.assign(open.paths['/orders']?.['get'] ?? {}, { security: [] });
    const openId = await connections.connector({ document: JSON.stringify(open) });
    const testCapabilityId = await connections.capability(openId, 'whoAmI');

    expect(await connections.create({ projectId, connectorId })).toMatchObject({
      status: 422,
      body: { errors: [{ pointer: '/credentialReferenceId', code: 'required' }] },
    });
    expect(await connections.create({ projectId, connectorId: openId })).toMatchObject({
      status: 201,
      body: { method: 'NONE', status: 'ACTIVE' },
    });
    expect(await connections.create({ projectId, connectorId: openId, testCapabilityId })).toMatchObject({
      status: 422,
      body: {
        errors: [
          { pointer: '/testCapabilityId', message: 'needs a credential, and the connection has none' },
        ],
      },
    });
  });

  it('is not needed for an MCP server that requires none', async () => {
    const { url } = await mcpServer(kinds[0], { tools: [{ name: 'time', inputSchema: { type: 'object' } }] });
    const source = { name: 'Clock', source: 'MCP', url: url.href };
    const connectorId = connections.idOf(await connections.send('POST', '/connectors', source));
    await importAll(t);
    const projectId = await connections.project();

    expect(await connections.create({ projectId, connectorId })).toMatchObject({
      status: 201,
      body: { method: 'NONE' },
    });
  });

  it('must belong to the same project', async () => {
    const { connectorId, credentialReferenceId } = await connections.made(shop);
    const projectId = await connections.project();

    expect(await connections.create({ projectId, connectorId, credentialReferenceId })).toMatchObject({
      status: 422,
      body: { errors: [{ pointer: '/credentialReferenceId', message: 'belongs to another project' }] },
    });
  });

  it('is not destroyed while a connection uses it, nor are project and connector deleted', async () => {
    const { id, projectId, connectorId, credentialReferenceId } = await connections.made(shop);
    const ends = async () =>
      await Promise.all([
        connections.send('DELETE', `/credential-references/${credentialReferenceId}`),
        connections.send('DELETE', `/api/console/projects/${projectId}`),
        connections.send('DELETE', `/connectors/${connectorId}`),
      ]);
    const inUse = { status: 409, body: { code: 'in_use' } };

    const answers = await ends();
    expect(answers).toMatchObject([inUse, inUse, inUse]);
    expect(answers.map(({ body }) => body.detail)).toEqual([
      'The credential reference is used by 1 connection. First disconnect the connection.',
      'The project is used by 1 connection and 1 credential reference. First disconnect the connection and destroy the credential reference.',
      'The connector is used by 1 connection. First disconnect the connection.',
    ]);
    await connections.disconnect(id);
    expect((await connections.disconnect(id)).body).toMatchObject({
      code: 'invalid_transition',
      detail: 'The connection is disconnected already.',
    });
    expect((await ends()).slice(1)).toMatchObject([{ status: 200 }, { status: 200 }]);
  });

  it('for a secret in an external vault is bound to one origin, even through another reference', async () => {
    const host = await keyValueVault({ 'team/shop': { token } });
    const { body: vault } = await connections.send('POST', '/vaults', {
      name: 'Theirs',
      driver: 'KEY_VALUE',
      address: host.address,
      mount: 'secret',
      token: host.token,
    });
    const named = { kind: 'BEARER', vaultId: vault.id, externalName: 'team/shop' };
    const { id } = await connections.made(shop, { secret: named });
    const evil = await provider();
    const projectId = await connections.project();
    const again = await connections.reference(projectId, named);
    const connectorId = await connections.connector(evil);
    const saysSo = await connections.reference(projectId, { ...named, origins: [evil.origin] });

    expect(id).toMatch(/^conn_/);
    for (const credentialReferenceId of [again, saysSo])
      expect(await connections.create({ projectId, connectorId, credentialReferenceId })).toMatchObject({
        status: 422,
        body: { errors: [{ pointer: '/credentialReferenceId' }] },
      });
  });

  it('for OAuth tokens is written only by a connection', async () => {
    const projectId = await connections.project();
    const secret = { accessToken: 'x', refreshToken: null };
    const body = { projectId, provider: 'shop', kind: 'OAUTH2_TOKENS', secret };

    expect(await connections.send('POST', '/credential-references', body)).toMatchObject({
      status: 422,
      body: { errors: [{ pointer: '/kind' }] },
    });
  });
});

describe('disconnecting', () => {
  it('destroys the secret permanently', async () => {
    const { id, credentialReferenceId } = await connections.made(shop);
    const { status, body } = await connections.disconnect(id);
    const versions = await CredentialVersion.query(knex).where({ referenceId: credentialReferenceId });

    expect({ status, body }).toMatchObject({
      status: 200,
      body: { status: 'DISCONNECTED', revocation: 'NOT_OFFERED', health: { isServing: false } },
    });
    expect(versions).toMatchObject([{ status: 'DESTROYED', sealedKey: null, sealedSecret: null }]);
    expect(await typesOf(id)).toEqual([
      'connection.created',
      'connection.disconnecting',
      'connection.disconnected',
    ]);
    expect(await connections.disconnect(id)).toMatchObject({
      status: 409,
      body: { code: 'invalid_transition' },
    });
  });

  it('leaves a secret that the caller may not destroy', async () => {
    const { id, credentialReferenceId } = await connections.made(shop);
    const developer = await place.as('DEVELOPER');
    await connections.send('DELETE', `/connections/${id}`, undefined, developer);
    const { body } = await connections.send('GET', `/credential-references/${credentialReferenceId}`);

    expect(body.status).toBe('ACTIVE');
  });

  it('leaves a secret that another connection uses', async () => {
    const { id, projectId, connectorId, credentialReferenceId } = await connections.made(shop);
    await connections.create({ projectId, connectorId, credentialReferenceId });
    await connections.disconnect(id);

    const { body } = await connections.send('GET', `/credential-references/${credentialReferenceId}`);
    expect(body.status).toBe('ACTIVE');
  });
});

describe('disabling', () => {
  it('is permitted to a security administrator, but enabling is not', async () => {
    const { id } = await connections.made(shop);
    const security = await place.as('SECURITY_ADMINISTRATOR');

    expect(await connections.act(id, 'disable', security)).toMatchObject({ body: { status: 'DISABLED' } });
    expect(await connections.act(id, 'enable', security)).toMatchObject({
      status: 403,
      body: { permission: 'connections:write' },
    });
    expect(await connections.act(id, 'enable')).toMatchObject({
      body: { status: 'ACTIVE', health: { isServing: true } },
    });
    expect(await typesOf(id)).toEqual(['connection.created', 'connection.disabled', 'connection.enabled']);
  });
});
