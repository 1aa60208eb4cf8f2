import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { McpCredentialPerson } from '../../../../db/models/mcp-credential-person.ts';
import { testApp } from '../../../support/app.ts';
import { textOfAll } from '../../../support/contents.ts';
import { cast, type Somebody } from '../../../support/people.ts';
import { eventsOf } from '../../../support/trail.ts';

const t = await testApp();
const place = await cast(t);
const { knex } = t.ports.database;
const security = await place.as('SECURITY_ADMINISTRATOR');
const developer = await place.as('DEVELOPER');

const send = async (method: 'GET' | 'POST', path = '', body?: object, as: Somebody = security) =>
  await t.rest(method, `/api/console/mcp/credentials${path}`, { as, workspace: place.workspaceId, body });
const publicKey = () => generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' });
const partsOf = async (credentialId: string) => {
  const rows = await McpCredentialPerson.query(knex).where({ credentialId }).orderBy('id');
  return rows.map(({ personId, part }) => [personId, part]);
};

describe('an MCP credential', () => {
  it('spec §8: shows its secret once, and never stores it', async () => {
    const made = await send('POST', '', { name: 'Support agent' });
    const { id, secret } = made.body;

    expect(made).toMatchObject({
      status: 201,
      body: {
        id: expect.stringMatching(/^mcpc_/),
        name: 'Support agent',
        kind: 'SECRET',
        status: 'ACTIVE',
        version: 1,
        holder: { id: security.memberId },
        issuedBy: { id: security.memberId },
        secret: expect.stringMatching(/^mcs_/),
        issuerIsLost: false,
        holderIsLost: false,
      },
    });
    expect((await send('GET', `/${id}`)).body).not.toHaveProperty('secret');
    expect(await textOfAll(t.ports.database)).not.toContain(secret.slice(15));
  });

  it('is valid for ninety days by default, and for 365 at most', async () => {
    const now = t.clock.now().getTime();
    const after = (days: number) => new Date(now + days * 86_400_000).toISOString().slice(0, 10);
    const { body } = await send('POST', '', { name: 'agent' });
    const longer = await send('POST', '', { name: 'agent', expiresOn: after(366) });

    expect(body.expiresOn).toBe(after(90));
    expect(longer).toMatchObject({ status: 422, body: { code: 'expiry_out_of_range' } });
  });

  it('can use a public key, so that the private key stays with the agent', async () => {
    const { body } = await send('POST', '', { name: 'agent', publicKey: publicKey() });

    expect(body).toMatchObject({ kind: 'PUBLIC_KEY', algorithm: 'EdDSA', secret: null, prefix: null });
  });

  it('has a holder who is an active person of the workspace, whoever creates it', async () => {
    const { body } = await send('POST', '', { name: 'agent', holderId: developer.memberId });
    const automation = await t.rest('POST', '/api/console/automations', {
      as: place.owner,
      workspace: place.workspaceId,
      body: { name: 'Robot', role: 'DEVELOPER' },
    });
    const ofNobody = await send('POST', '', { name: 'agent', holderId: 'mem_nothing' });
    const ofRobot = await send('POST', '', { name: 'agent', holderId: automation.body.member.id });

    expect(body.holder.id).toBe(developer.memberId);
    expect(await partsOf(body.id)).toEqual([
      [security.personId, 'CREATED'],
      [security.personId, 'ISSUED'],
      [developer.personId, 'HELD'],
    ]);
    for (const refused of [ofNobody, ofRobot])
      expect(refused).toMatchObject({ status: 422, body: { errors: [{ pointer: '/holderId' }] } });
  });

  it('is rotated to another secret, and its new issuer stays accountable', async () => {
    const { body } = await send('POST', '', { name: 'agent' });
    const rotated = await send('POST', `/${body.id}/rotate`, undefined, place.owner);
    const asKey = await send('POST', `/${body.id}/rotate`, { publicKey: publicKey() });

    expect(rotated.body).toMatchObject({ version: 2, issuedBy: { id: place.owner.memberId } });
    expect(rotated.body.secret).toMatch(/^mcs_/);
    expect(rotated.body.secret).not.toBe(body.secret);
    expect(await partsOf(body.id)).toContainEqual([place.owner.personId, 'ISSUED']);
    expect(asKey).toMatchObject({ status: 422, body: { errors: [{ pointer: '/publicKey' }] } });
  });

  it('is revoked permanently', async () => {
    const { id } = (await send('POST', '', { name: 'agent' })).body;
    const revoked = await send('POST', `/${id}/revoke`, { reason: 'It leaked.' });
    const again = await send('POST', `/${id}/rotate`);

    expect(revoked.body).toMatchObject({ status: 'REVOKED', revokeReason: 'It leaked.' });
    expect(again).toMatchObject({ status: 409, body: { code: 'invalid_transition' } });
    const types = (await eventsOf(t, place.workspaceId)).filter(({ resource }) => resource.id === id);
    expect(types.map(({ type }) => type)).toEqual(['mcp_credential.created', 'mcp_credential.revoked']);
  });

  it('reports that its holder has left, even after a return, until a rotation', async () => {
    const holder = await place.as('VIEWER');
    const { id } = (await send('POST', '', { name: 'agent', holderId: holder.memberId })).body;
    const act = async (verb: string) =>
      await t.rest('POST', `/api/console/members/${holder.memberId}/${verb}`, {
        as: place.owner,
        workspace: place.workspaceId,
      });
    await act('suspend');
    const gone = (await send('GET', `/${id}`)).body;
    const stays = await send('POST', `/${id}/rotate`);
    await act('reactivate');
    const back = (await send('GET', `/${id}`)).body;
    const { body: renewed } = await send('POST', `/${id}/rotate`);

    expect([gone.holderIsLost, back.holderIsLost, renewed.holderIsLost]).toEqual([true, true, false]);
    expect(stays).toMatchObject({ status: 422, body: { errors: [{ pointer: '/holderId' }] } });
  });
});
