import { describe, expect, it } from 'vitest';
import { Connection } from '../../../../db/models/connection.ts';
import { checkConnections, noteCheck } from '../../../../schema/connect/connection/check.ts';
import { createSystemContext } from '../../../../schema/command/create-context.ts';
import { refuse } from '../../../../schema/values/errors.ts';
import { testApp } from '../../../support/app.ts';
import { token } from '../../../support/provider.ts';
import { eventsOf } from '../../../support/trail.ts';
import { readWorld } from './read.world.ts';

const t = await testApp({ EGRESS_ALLOWED_HOSTS: '127.0.0.1', ACCESS_TOKEN_TTL_SECONDS: '3600' });
const { place, connections, shop, selected } = await readWorld(t);
const { knex } = t.ports.database;
const never = new AbortController().signal;

const typesOf = async (id: string) =>
  (await eventsOf(t, place.workspaceId)).filter(({ resource }) => resource.id === id).map(({ type }) => type);

describe('a provider that fails', () => {
  it('is reported as provider_error with its status and explanation, without the secret that was sent', async () => {
    const { selection } = await selected();
    shop.instead = { status: 404, body: `{"message": "a word of theirs", "sent": "${token}"}` };
    const answer = await connections.run(selection);

    expect(answer).toMatchObject({
      status: 502,
      body: {
        code: 'provider_error',
        providerStatus: 404,
        mayHaveTakenEffect: false,
        provider: { message: 'a word of theirs', sent: '[removed]' },
      },
    });
    expect(JSON.stringify(answer)).not.toContain(token);
  });

  it('five times in a row is not called by that instance for a while, and its connection is degraded until it recovers', async () => {
    const { id, selection } = await selected();
    shop.instead = { status: 500 };
    const failures = [];
    const [each, served] = [t.instances.length, 5 * t.instances.length];
    for (let turn = 0; turn < served + each; turn += 1)
      failures.push((await connections.run(selection)).body.code);

    expect(failures).toEqual([
      ...Array(served).fill('provider_error'),
      ...Array(each).fill('provider_unavailable'),
    ]);
    expect(shop.asked).toHaveLength(served);
    expect(await connections.read(id)).toMatchObject({
      status: 'DEGRADED',
      health: { isServing: true, lastErrorCode: 'provider_unavailable' },
    });
    shop.instead = null;
    t.clock.advance({ seconds: 31 });
    expect(await connections.run(selection)).toMatchObject({ status: 200 });
    expect(await connections.read(id)).toMatchObject({ status: 'ACTIVE', health: { lastErrorCode: null } });
    expect(await typesOf(id)).toEqual(['connection.created', 'connection.degraded', 'connection.recovered']);
  });

  it('is not called through a disabled connection', async () => {
    const { id, selection } = await selected();
    await connections.act(id, 'disable');

    expect(await connections.run(selection)).toMatchObject({
      status: 409,
      body: {
        code: 'connection_unusable',
        detail: 'This connection does not work: it is disabled. Enable it.',
      },
    });
    expect(shop.asked).toEqual([]);
  });
});

describe('a secret that the provider refuses', () => {
  it('takes the connection out of service if its own test is refused too, until a new secret works', async () => {
    const { id, selection, credentialReferenceId } = await selected('listOrders', { testedBy: 'whoAmI' });
    shop.accounts.clear();
    const refused = await connections.run(selection);

    expect(refused).toMatchObject({ status: 502, body: { providerStatus: 401 } });
    expect(await connections.read(id)).toMatchObject({
      status: 'ACTION_REQUIRED',
      health: { isServing: false, problem: 'CREDENTIAL_REFUSED' },
    });
    expect(await connections.run(selection)).toMatchObject({ body: { code: 'connection_unusable' } });

    const renewed = 'tok-of-a-provider-renewed-0123456789';
    shop.accounts.set(renewed, 'account-1');
    await connections.send('POST', `/credential-references/${credentialReferenceId}/versions`, {
      secret: { token: renewed },
    });
    expect((await connections.act(id, 'test')).body).toMatchObject({
      status: 'ACTIVE',
      health: { isServing: true, problem: null, lastErrorCode: null },
    });
    expect(await connections.run(selection)).toMatchObject({ status: 200 });
    expect(await typesOf(id)).toEqual([
      'connection.created',
      'connection.action_required',
      'connection.recovered',
    ]);
  });

  it('takes a connection without a test out of service at the third refusal in a row, until it has a new value', async () => {
    const { id, selection, credentialReferenceId } = await selected();
    const isServing = async () => (await connections.read(id)).health.isServing;
    const refused = { status: 401, body: '{}' };
    const after = [];
    for (const instead of [refused, refused, null, refused, refused, refused]) {
      shop.instead = instead;
      await connections.run(selection);
      after.push(await isServing());
    }

    expect(after).toEqual([true, true, true, true, true, false]);
    expect(await connections.read(id)).toMatchObject({
      status: 'ACTION_REQUIRED',
      health: { problem: 'CREDENTIAL_REFUSED' },
    });
    shop.instead = null;
    shop.asked.length = 0;
    expect(await connections.run(selection)).toMatchObject({ body: { code: 'connection_unusable' } });
    expect(shop.asked).toEqual([]);
    await connections.send('POST', `/credential-references/${credentialReferenceId}/versions`, {
      secret: { token },
    });
    expect(await connections.read(id)).toMatchObject({ status: 'ACTIVE', health: { problem: null } });
    expect(await connections.run(selection)).toMatchObject({ status: 200 });
    expect(await typesOf(id)).toEqual([
      'connection.created',
      'connection.action_required',
      'connection.recovered',
    ]);
  });

  it('is tested automatically once the reference has a new value', async () => {
    const { id, selection, credentialReferenceId } = await selected('listOrders', { testedBy: 'whoAmI' });
    shop.accounts.clear();
    await connections.run(selection);
    const renewed = 'tok-of-a-provider-renewed-by-itself-01';
    shop.accounts.set(renewed, 'account-1');
    await connections.send('POST', `/credential-references/${credentialReferenceId}/versions`, {
      secret: { token: renewed },
    });
    await checkConnections(t.ports, never);

    expect(await connections.read(id)).toMatchObject({ status: 'ACTIVE', health: { problem: null } });
    expect(await connections.run(selection)).toMatchObject({ status: 200 });
  });

  it('is tested again if a call with the old value ends after the new value was written', async () => {
    const { id, selection, credentialReferenceId } = await selected('listOrders', { testedBy: 'whoAmI' });
    const row = await Connection.query(knex).findById(id).throwIfNotFound();
    const renewed = 'tok-of-a-provider-renewed-meanwhile-01';
    shop.accounts.clear();
    shop.accounts.set(renewed, 'account-1');
    await connections.send('POST', `/credential-references/${credentialReferenceId}/versions`, {
      secret: { token: renewed },
    });
    const refusal = refuse('provider_error', 'The old one is refused.', { providerStatus: 401 });
    const ctx = createSystemContext(t.ports, 'test', place.workspaceId);
    await ctx.transaction(async (tx) => ({ connection: await noteCheck(tx, row, { refusal }) }));
    const meanwhile = await connections.read(id);
    await checkConnections(t.ports, never);

    expect(meanwhile.status).toBe('ACTION_REQUIRED');
    expect(await connections.read(id)).toMatchObject({ status: 'ACTIVE' });
    expect(await connections.run(selection)).toMatchObject({ status: 200 });
  });

  it('is not replaced by a secret of another account', async () => {
    const test = { testedBy: 'whoAmI', accountPointer: '/id' };
    const { id, selection, credentialReferenceId } = await selected('listOrders', test);
    await connections.act(id, 'test');
    const theirs = 'tok-of-somebody-else-0123456789abcd';
    shop.accounts.set(theirs, 'account-2');
    await connections.send('POST', `/credential-references/${credentialReferenceId}/versions`, {
      secret: { token: theirs },
    });
    const { body } = await connections.act(id, 'test');

    expect(body).toMatchObject({
      accountId: 'account-1',
      status: 'ACTION_REQUIRED',
      health: { problem: 'ACCOUNT_CHANGED', lastErrorCode: 'provider_identity_changed' },
    });
    expect(await connections.run(selection)).toMatchObject({ body: { code: 'connection_unusable' } });
    expect(await typesOf(id)).toContain('connection.identity_change_blocked');
  });

  it('is never read as the account, because the gateway removes it', async () => {
    const { id } = await selected('listOrders', { testedBy: 'whoAmI', accountPointer: '/token' });

    expect((await connections.act(id, 'test')).body).toMatchObject({ accountId: null, status: 'ACTIVE' });
  });
});
