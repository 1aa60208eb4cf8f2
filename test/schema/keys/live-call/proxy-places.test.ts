import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import { testApp } from '../../../support/app.ts';
import { cast } from '../../../support/people.ts';
import { rawHost } from '../../../support/listeners.ts';
import { openUpstream, productsOf } from '../../../support/upstream.ts';

const upstream = await openUpstream();
const t = await testApp({ EGRESS_ALLOWED_HOSTS: '127.0.0.1' }, { isChecked: true });
const everyone = await cast(t);
const { opened, referenceOf } = await productsOf(t, everyone, upstream);

const shared = opened();

describe('a proxied live call goes where it was judged', () => {
  it.each(['..%2F..%2Fadmin', '..%5Cadmin', '..;a=b', '%2e%2e;', '7%2Fitems'])(
    '400: refuses /orders/%s',
    async (id) => {
      const { go } = await opened();

      const { status } = await go(`/orders/${id}`);

      expect([status, upstream.asked.length]).toEqual([400, 0]);
    },
  );

  it('follows no redirect, and rewrites its address', async () => {
    const { go } = await opened();
    const located = async (location: string) => {
      upstream.respond = (response) => response.writeHead(302, { location }).end();
      const { status, headers } = await go('/orders');
      return [status, headers.location];
    };

    const inside = await located('/api/orders/7?a=b');

    expect(inside).toEqual([302, expect.stringMatching(/^\/v1\/products\/[^/]+\/v1\/orders\/7\?a=b$/)]);
    expect(await located('/admin/users')).toEqual([302, undefined]);
    expect(await located('http://10.0.0.5:8080/api/orders/7')).toEqual([302, undefined]);
    expect(upstream.asked.map(({ url }) => url)).toEqual(['/api/orders', '/api/orders', '/api/orders']);
  });

  const linked = async (link: string | string[]) => {
    const { slug, go } = await shared;
    upstream.respond = (response) =>
      response.writeHead(200, { link, 'content-type': 'application/json' }).end('[]');
    const { headers } = await go('/orders');
    return headers['link']?.toString().replaceAll(slug, 'shop');
  };
  const next = '</v1/products/shop/v1/orders?page=2>; rel="next"';

  it('rewrites the links of pages', async () => {
    expect(await linked(`<${upstream.origin}/api/orders?page=2>; rel="next"`)).toBe(next);
    expect(await linked('<?page=2>; crossorigin; Rel=next; rel=last; title="a, b"')).toBe(next);
    expect(await linked(['</api/orders?page=2>; rel=next', '</api/orders?page=9>; rel="last first"'])).toBe(
      `${next}, </v1/products/shop/v1/orders?page=9>; rel="last first"`,
    );
  });

  it.each([
    '</admin>; rel=next',
    '<http://10.0.0.5/api/orders>; rel=next',
    '<//evil/api/orders>; rel=next',
    '<orders>; rel=next; anchor="/admin"',
    `<orders>; rel=next; anchor*=UTF-8''%2Fadmin`,
    '<orders>',
    '<orders>; rel=',
    '<orders>; rel="a\\"; rel=",<//evil/>;rel=next;x="',
    `<orders>; rel="${'a '.repeat(60)}"`,
    '</api/or\tders>; rel=next',
    '</api\\orders>; rel=next',
    '<orders',
    '<<>',
  ])('removes the link %s', async (link) => {
    expect(await linked(link)).toBeUndefined();
  });

  it('passes no foreign address and no bytes of other parameters on', async () => {
    const foreign = '</api/orders?page=2>; rel=next; foo, <//evil/api>; rel="next"; uri="//evil"';

    expect(await linked(foreign)).toBe(next);
    expect(await linked(`</api/orders?page=2>; rel=next; title*=\u00b5'en'x; uri=x; constructor=y`)).toBe(
      next,
    );
    expect((await linked(`</api/orders?page=2>; rel=next, `.repeat(200)))?.length).toBeLessThan(2_000);
  });

  it('adds the link of a deprecation to those of pages', async () => {
    const { live, product, slug, version, send: post } = await opened();
    await post('POST', `/products/${product.id}/versions/${version.id}/deprecate`, { days: 90 });
    upstream.respond = (response) =>
      response
        .writeHead(200, { link: '</api/orders?page=2>; rel=next', 'content-type': 'application/json' })
        .end('[]');

    const { headers } = await t.rest('GET', `/v1/products/${slug}/v1/orders`, { as: live.secret });

    expect(headers['link']).toBe(
      `</v1/products/${slug}/v1/orders?page=2>; rel="next", <${t.config.baseUrl}/api/developer-portal/changelog>; rel="deprecation"`,
    );
  });

  it('passes no header on that names another method, address or client, and no range', async () => {
    const { go } = await opened();
    const names = [
      'x-http-method-override',
      'x-original-url',
      'x-rewrite-url',
      'x-client-ip',
      'cf-connecting-ip',
      'via',
      'range',
      'x_api_key',
    ];

    await go('/orders', Object.fromEntries(names.map((name) => [name, 'other'])));

    expect(names.filter((name) => upstream.asked[0]?.headers[name] !== undefined)).toEqual([]);
  });

  it('422: takes a parameter only once', async () => {
    const { go } = await opened();

    const { status, body } = await go('/orders?limit=2&limit=1000');

    expect([status, body.errors.map(({ pointer }: { pointer: string }) => pointer)]).toEqual([
      422,
      ['/query/limit'],
    ]);
  });

  it('gives neither the credential nor the assertion back, in any encoding', async () => {
    const password = 'geheimnis-schlüssel-größer-0123';
    const { id } = await referenceOf('BASIC', { username: 'shop', password });
    const { go } = await opened({ credentialReferenceId: id });
    const told: string[] = [];
    const echoes: ((request: IncomingMessage) => Buffer)[] = [
      () => Buffer.from(JSON.stringify(password)),
      () => Buffer.from(password, 'utf16le'),
      () => Buffer.concat([Buffer.from([0, 255]), Buffer.from(`shop:${password}`)]),
      () => Buffer.concat([Buffer.alloc(100_000, 'a'), Buffer.from(encodeURIComponent(password))]),
      ({ headers }) => Buffer.from(String(headers['sallyport-assertion'])),
    ];
    for (const echo of echoes) {
      upstream.respond = (response, request) =>
        response
          .writeHead(200, {
            'content-type': 'text/plain',
            'x-echo': Buffer.from(password).toString('latin1'),
          })
          .end(echo(request));
      const got = await go('/orders');
      told.push(JSON.stringify([got.headers, got.body]));
    }

    for (const text of told) {
      expect(text).toContain('[removed]');
      expect(text).not.toMatch(/schl(?:ü|%C3%BC|Ã¼)ssel|eyJ/);
    }
  });

  it('502: passes no status on that does not exist', async () => {
    const odd = await rawHost((socket) => socket.end('HTTP/1.1 700 Odd\r\ncontent-length: 0\r\n\r\n'));
    const { go } = await opened({ url: odd.origin });

    expect((await go('/orders')).body.code).toBe('upstream_error');
  });
});
