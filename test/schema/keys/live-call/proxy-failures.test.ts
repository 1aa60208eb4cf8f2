import { describe, expect, it, vi } from 'vitest';
import { EgressFailure } from '../../../../schema/kernel/ports/egress.ts';
import { testApp } from '../../../support/app.ts';
import { cast } from '../../../support/people.ts';
import { httpHost, rawHost } from '../../../support/listeners.ts';
import { liveShop } from '../../../support/live-products.ts';
import { shopDocument } from '../../../support/shop-document.ts';
import { openUpstream, productsOf } from '../../../support/upstream.ts';

const upstream = await openUpstream();
const t = await testApp({ EGRESS_ALLOWED_HOSTS: '127.0.0.1' }, { isChecked: true });
const everyone = await cast(t);
const { proxied } = await productsOf(t, everyone, upstream);

describe('an upstream that fails', () => {
  const failing = async (url: string) => {
    const shop = await proxied({ url, credentialReferenceId: null });
    return async (method: 'GET' | 'POST' = 'GET') =>
      await shop.go(method, '/orders', method === 'POST' ? { body: { item: 'tea' } } : {});
  };

  it.each([
    [
      'resets',
      'upstream_unavailable',
      503,
      async () => (await rawHost((socket) => socket.resetAndDestroy())).href,
    ],
    [
      'answers no HTTP',
      'upstream_error',
      502,
      async () => (await rawHost((socket) => socket.end('hello'))).href,
    ],
    ['is not there', 'upstream_unavailable', 503, async () => 'http://127.0.0.1:1/'],
    [
      'sends more than 5 MiB',
      'upstream_error',
      502,
      async () => {
        const chunk = Buffer.alloc(2 ** 20, 'a');
        return (
          await httpHost((_request, response) => {
            response.writeHead(200, { 'content-type': 'text/plain' });
            for (let sent = 0; sent < 6; sent += 1) response.write(chunk);
            response.end();
          })
        ).href;
      },
    ],
  ])('%s: %s', async (_what, code, status, url) => {
    const call = await failing(await url());

    const got = await call();

    expect([got.status, got.body.code]).toEqual([status, code]);
    expect(got.body.detail).not.toContain('127.0.0.1');
  });

  it('has now the name of a private address: upstream_error', async () => {
    const alone = await testApp({}, { instances: 1, isChecked: true });
    const members = { upstream: { url: 'https://shop.example.com' } };
    const shop = await liveShop(alone, await cast(alone), shopDocument, { members });
    const refusal = new EgressFailure(
      'destination_not_allowed',
      'The host 10.1.2.3 is not on the public internet.',
    );
    vi.spyOn(alone.ports.egress, 'send').mockRejectedValue(refusal);

    const got = await alone.rest('GET', `/v1/products/${shop.slug}/v1/orders`, { as: shop.live.secret });

    expect([got.status, got.body.code]).toEqual([502, 'upstream_error']);
    expect(got.body.detail).not.toContain('10.1.2.3');
  });

  it('goes again once for GET where nothing was received, and never for POST', async () => {
    const call = await failing('http://127.0.0.1:1/');

    const [got, made] = [await call('GET'), await call('POST')];

    expect([got.body.code, made.body.code]).toEqual(['upstream_unavailable', 'upstream_unavailable']);
    expect(made.body.detail).not.toContain('may have taken effect');
  });

  it('opens a circuit after 5 failures, tells it by an event, and closes it by an answer', async () => {
    const alone = await testApp({ EGRESS_ALLOWED_HOSTS: '127.0.0.1' }, { instances: 1, isChecked: true });
    const people = await cast(alone);
    let status = 503;
    let calls = 0;
    const broken = await httpHost((_request, response) => {
      calls += 1;
      response.writeHead(status, { 'content-type': 'application/json' }).end('[]');
    });
    const shop = await liveShop(alone, people, shopDocument, {
      members: { upstream: { url: broken.origin } },
    });
    const call = async () =>
      await alone.rest('GET', `/v1/products/${shop.slug}/v1/orders`, { as: shop.live.secret });
    const events = async () => {
      const query = '{ events(last: 2) { edges { node { type } } } }';
      const as = { as: people.owner, workspace: people.workspaceId };
      const { body } = await alone.graphql(query, {}, as);
      return body.data.events.edges.map(({ node }: { node: { type: string } }) => node.type);
    };
    const statuses: number[] = [];
    for (let at = 0; at < 6; at += 1) statuses.push((await call()).status);
    const during = [calls, (await events()).at(-1)];

    status = 200;
    alone.clock.advance({ seconds: 30 });
    const after = await call();

    expect(statuses).toEqual([503, 503, 503, 503, 503, 503]);
    expect(during).toEqual([5, 'product_upstream.circuit_opened']);
    expect([after.status, calls, (await events()).at(-1)]).toEqual([
      200,
      6,
      'product_upstream.circuit_closed',
    ]);
  });
});
