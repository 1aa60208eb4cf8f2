import { describe, expect, it } from 'vitest';
import type { Route } from '../../../adapters/rest/route.ts';
import { routes } from '../../../adapters/rest/routes.ts';
import { roles } from '../../../db/models/member.ts';
import { testApp } from '../../support/app.ts';
import { automationOf } from '../../support/automations.ts';
import { liveShop } from '../../support/live-products.ts';
import { serviceCredential } from '../../support/instance.ts';
import { applicationWithKey, cast, signInAgain } from '../../support/people.ts';
import { shopDocument } from '../../support/shop-document.ts';
import { quarter } from '../../support/count.ts';

const t = await testApp();
const everyone = await cast(t);
const { owner, workspaceId: workspace } = everyone;
const shop = await liveShop(t, everyone, shopDocument);
const product = `${shop.slug}@v1`;

interface Stated {
  operationId: string;
  'x-callable': boolean;
  'x-why-not'?: { code: string; message: string };
  'x-callable-live': boolean;
  'x-why-not-live'?: { code: string; message: string };
}

/** Returns the operations of the document for a reader, by id. */
async function mine(as: Parameters<typeof t.rest>[2], query = ''): Promise<Map<string, Stated>> {
  const path = `/api/developer-portal/reference/openapi.json?audience=mine${query}`;
  const { status, body } = await t.rest('GET', path, { workspace, ...as });
  expect(status, JSON.stringify(body).slice(0, 400)).toBe(200);
  const stated = Object.values(body.paths).flatMap((methods) => Object.values(methods as object)) as Stated[];
  return new Map(stated.map((operation) => [operation.operationId, operation]));
}

/** Calls an operation with input that no operation accepts; the server judges the caller first. */
async function codeOf({ method, path }: Route, as: Parameters<typeof t.rest>[2]): Promise<string> {
  const url = path.replaceAll(/:\w+/g, 'none');
  const sent = method === 'GET' ? {} : { body: '{"name":', headers: { 'content-type': 'application/json' } };
  const { body } = await t.rest(method, url, { workspace, ...as, ...sent });
  return body?.code ?? 'answered';
}

const denials = new Set(['permission_required', 'person_required']);

/** Returns the code of each call, and those that the reference states, by operation. */
async function ownCalls(as: Parameters<typeof t.rest>[2]) {
  const stated = await mine(as);
  const ofMembers = routes.filter(({ credential }) => credential === 'session' || credential === 'none');
  const called: [string, string | null][] = [];
  for (const route of ofMembers) {
    const code = await codeOf(route, as);
    called.push([route.operationId, denials.has(code) ? code : null]);
  }

  const told = ofMembers.map(({ operationId }) => {
    const operation = stated.get(operationId);
    return [operationId, operation?.['x-callable'] ? null : operation?.['x-why-not']?.code];
  });
  return { told: Object.fromEntries(told), called: Object.fromEntries(called) };
}

describe('x-callable equals what calling does', () => {
  it.each(quarter(roles))('for every operation of the server, as %s', async (role) => {
    const { told, called } = await ownCalls({ as: role === 'OWNER' ? owner : await everyone.as(role) });

    expect(told).toEqual(called);
  });

  it('for every operation of the server, as an automation', async () => {
    const { token } = await automationOf(t, everyone, { role: 'ADMIN' });
    const { told, called } = await ownCalls({ as: token });

    expect(told).toEqual(called);
  });

  it('operations with another credential name the credential', async () => {
    const stated = await mine({ as: owner });
    const others = routes.filter(({ credential }) => credential !== 'session' && credential !== 'none');

    expect(new Set(others.map(({ credential }) => credential))).toEqual(
      new Set(['service', 'mcp', 'sandboxKey']),
    );
    for (const { operationId } of others)
      expect(stated.get(operationId), operationId).toMatchObject({
        'x-callable': false,
        'x-why-not': { code: 'credential_missing', message: expect.any(String) },
      });
  });
});

/** Returns the code of each call, and those that the reference states for it, by operation. */
async function productCalls(applicationId: string, keys: { sandbox?: string; live?: string }) {
  const stated = await mine({ as: owner }, `&applicationId=${applicationId}&product=${product}`);
  const called: Record<string, unknown> = {};
  const told: Record<string, unknown> = {};
  for (const [id, { path, method }] of operations) {
    const operation = stated.get(id);
    if (keys.sandbox) {
      const body = method === 'POST' ? { item: 'tea' } : undefined;
      const answer = await shop.call(method, path, { as: keys.sandbox, body });
      // The reference does not know that no order has the id.
      const isFound = answer.status < 400 || answer.body === null || answer.body.code === 'not_found';
      called[`${id} in the sandbox`] = isFound ? null : answer.body.code;
      told[`${id} in the sandbox`] = operation?.['x-why-not']?.code ?? null;
    }
    if (keys.live) {
      const call = { product: shop.slug, major: 1, method, path };
      const { body } = await t.rest('POST', '/v1/keys/verify', {
        as: serviceCredential,
        body: { key: keys.live, ...call },
      });
      called[`${id} live`] = body.code;
      told[`${id} live`] = operation?.['x-why-not-live']?.code ?? 'valid';
    }
  }
  return { called, told };
}

const operations = new Map<string, { path: string; method: 'GET' | 'POST' | 'DELETE' }>([
  ['listOrders', { path: '/orders', method: 'GET' }],
  ['createOrder', { path: '/orders', method: 'POST' }],
  ['getOrder', { path: '/orders/a1', method: 'GET' }],
  ['deleteOrder', { path: '/orders/a1', method: 'DELETE' }],
  ['getCode', { path: '/code', method: 'GET' }],
]);

describe('x-callable of a product equals what calling with a key of the application does', () => {
  it('with keys of all scopes', async () => {
    const { called, told } = await productCalls(shop.applicationId, {
      sandbox: shop.key.secret,
      live: shop.live.secret,
    });

    expect(told).toEqual(called);
    expect(new Set(Object.values(told))).toEqual(new Set([null, 'valid']));
  });

  it('with a key of one scope', async () => {
    const key = await applicationWithKey(t, everyone, ['read']);
    await shop.assign(key.applicationId);

    const { called, told } = await productCalls(key.applicationId, { sandbox: key.secret });

    expect(told).toEqual(called);
    expect(new Set(Object.values(told))).toEqual(new Set([null, 'insufficient_scope']));
  });

  it('without an assignment, and with one of some operations', async () => {
    const key = await applicationWithKey(t, everyone);
    const before = await productCalls(key.applicationId, { sandbox: key.secret });
    await shop.assign(key.applicationId, { operations: ['getCode'] });
    const after = await productCalls(key.applicationId, { sandbox: key.secret });

    expect(before.told).toEqual(before.called);
    expect(after.told).toEqual(after.called);
    expect(Object.values(before.told)).not.toContain(null);
    expect(after.told).toMatchObject({
      'getCode in the sandbox': null,
      'getOrder in the sandbox': 'product_not_assigned',
    });
  });

  it('of a suspended application', async () => {
    const key = await applicationWithKey(t, everyone);
    await shop.assign(key.applicationId);
    await shop.send('POST', `/applications/${key.applicationId}/suspend`, { reason: 'leak' });

    const { called, told } = await productCalls(key.applicationId, { sandbox: key.secret });

    expect(told).toEqual(called);
    expect(new Set(Object.values(told))).toEqual(new Set(['application_suspended']));
  });

  it('with a live version that is not the newest, and a limited live assignment', async () => {
    const other = await liveShop(t, everyone, shopDocument);
    const answer = { responses: { 200: { description: 'Done.' } } };
    await other.publish({ ...shopDocument, paths: { ...shopDocument.paths, '/new': { get: answer } } });
    const { id } = await other.liveAssignment();
    const path = `/applications/${other.applicationId}/assignments/${id}`;
    await other.send('PATCH', path, { operations: ['listOrders'] });

    const code = async (method: 'GET' | 'POST', called: string) => {
      const call = { key: other.live.secret, product: other.slug, major: 1, method, path: called };
      return (await t.rest('POST', '/v1/keys/verify', { as: serviceCredential, body: call })).body.code;
    };
    const query = `&applicationId=${other.applicationId}&product=${other.slug}@v1`;
    const stated = await mine({ as: owner }, query);
    const told = (operationId: string) => stated.get(operationId)?.['x-why-not-live']?.code ?? 'valid';

    expect([told('listOrders'), told('createOrder'), told('GET_new')]).toEqual([
      await code('GET', '/orders'),
      await code('POST', '/orders'),
      await code('GET', '/new'),
    ]);
    expect([told('listOrders'), told('createOrder'), told('GET_new')]).toEqual([
      'valid',
      'product_not_assigned',
      'not_found',
    ]);
    expect(stated.get('GET_new')).toMatchObject({ 'x-callable': true, 'x-operation-id': 'GET /new' });
  });

  it('with suspended production access, and without a live version', async () => {
    const other = await liveShop(t, everyone, shopDocument);
    const query = `&applicationId=${other.applicationId}&product=${other.slug}@v1`;
    const both = async () => {
      const call = { product: other.slug, major: 1, method: 'GET', path: '/orders' };
      const request = { as: serviceCredential, body: { key: other.live.secret, ...call } };
      const { body } = await t.rest('POST', '/v1/keys/verify', request);
      const stated = (await mine({ as: owner }, query)).get('listOrders');
      return [stated?.['x-why-not-live']?.code, body.code];
    };
    await other.send('POST', `/products/${other.product.id}/versions/${other.version.id}/deactivate`);
    const deactivated = await both();
    const reason = { reason: 'Its keys were in a public log.' };
    await other.send('POST', `/applications/${other.applicationId}/production-access/suspend`, reason);

    expect(deactivated).toEqual(['not_found', 'not_found']);
    expect(await both()).toEqual(['production_access_suspended', 'production_access_suspended']);
  });

  it('without a key, and without an application, nothing for keys is callable', async () => {
    const application = await shop.send('POST', '/applications', { name: 'Empty' });
    const stated = [
      ...(await mine({ as: owner }, `&applicationId=${application.id}&product=${product}`)).values(),
      ...(await mine({ as: owner }, `&product=${product}`)).values(),
    ];

    const lives = stated.map((operation) => operation['x-why-not-live']?.code);
    expect(stated).toHaveLength(2 * operations.size);
    for (const operation of stated)
      expect(operation).toMatchObject({
        'x-callable': false,
        'x-why-not': { code: 'credential_missing' },
        'x-callable-live': false,
      });
    expect(new Set(lives.slice(0, operations.size))).toEqual(new Set(['production_access_required']));
    expect(new Set(lives.slice(operations.size))).toEqual(new Set(['credential_missing']));
  });
});

describe('the servers of a product', () => {
  it('are the sandbox alone, until a live version has an upstream', async () => {
    const path = '/api/developer-portal/reference/openapi.json?audience=workspace&product=';
    const members = { upstream: { url: 'https://shop.example.com/api' } };
    const proxied = await liveShop(t, everyone, shopDocument, { members });
    const serversOf = async (name: string) => {
      const { body } = await t.rest('GET', path + name, { as: owner, workspace });
      return body.servers.map(({ description }: { description: string }) => description);
    };

    expect(await serversOf(product)).toEqual(['Sandbox']);
    expect(await serversOf(`${proxied.slug}@v1`)).toEqual(['Sandbox', 'Live']);
  });
});

describe('the reference leaves out what its reader may not know of', () => {
  it('whether the keys of an application work, from members without api_keys:read', async () => {
    const path = `/api/developer-portal/reference/openapi.json?audience=mine&applicationId=${shop.applicationId}`;

    for (const role of ['DOCUMENTATION_EDITOR', 'BILLING_ADMINISTRATOR'] as const) {
      const answer = await t.rest('GET', path, { as: await everyone.as(role), workspace });
      expect(answer, role).toMatchObject({
        status: 403,
        body: { code: 'permission_required', permission: 'api_keys:read' },
      });
    }
  });

  it('an application of another workspace', async () => {
    const other = await cast(t);
    const { applicationId } = await applicationWithKey(t, other);
    const path = `/api/developer-portal/reference/openapi.json?audience=mine&applicationId=${applicationId}`;

    expect(await t.rest('GET', path, { as: owner, workspace })).toMatchObject({
      status: 404,
      body: { code: 'not_found' },
    });
  });
});

describe('x-callable follows the ends of keys', () => {
  it('with a key in its grace, and with one that has ended', async () => {
    const key = await applicationWithKey(t, everyone);
    await shop.assign(key.applicationId);
    const path = `/applications/${key.applicationId}/keys`;
    const next = await shop.send('POST', `${path}/${key.keyId}/successor`, { name: 'next', graceHours: 1 });
    const inGrace = await productCalls(key.applicationId, { sandbox: key.secret });
    await shop.send('POST', `${path}/${next.id}/revoke`);

    t.clock.advance({ hours: 2 });
    await signInAgain(t, owner);
    const ended = await productCalls(key.applicationId, { sandbox: key.secret });

    expect(inGrace.told).toEqual(inGrace.called);
    expect(new Set(Object.values(inGrace.told))).toEqual(new Set([null]));
    expect(ended.told).toEqual(ended.called);
    expect(new Set(Object.values(ended.told))).toEqual(new Set(['key_expired']));
  });
});
