import type { ServerResponse } from 'node:http';
import { expect, it } from 'vitest';
import { testApp } from '../../../support/app.ts';
import { httpHost } from '../../../support/listeners.ts';
import { liveShop } from '../../../support/live-products.ts';
import { cast } from '../../../support/people.ts';
import { callable } from '../../../support/product-calls.ts';

const t = await testApp({ EGRESS_ALLOWED_HOSTS: '127.0.0.1' }, { isChecked: true });
const everyone = await cast(t);
const { owner } = everyone;

const documentOf = (label: string, extra: object = {}) => ({
  openapi: '3.1.0',
  info: { title: 'Shop', version: label },
  paths: {
    '/motto': {
      get: {
        operationId: 'getMotto',
        responses: {
          200: {
            description: 'One.',
            content: { 'application/json': { schema: { type: 'string' }, example: label } },
          },
        },
      },
    },
    ...extra,
  },
});

type Shop = Awaited<ReturnType<typeof callable>>;

/** Begins a call that the sandbox holds, and returns its answer once the server holds it. */
async function held({ call, key }: Shop) {
  let isOver = false;
  const answer = call('GET', '/motto', { headers: { 'x-sandbox-scenario': 'latency_5s' } });
  void answer.finally(() => (isOver = true));
  const isHeld = () =>
    t.instances.some(({ ports }) => {
      using place = ports.places.take(`sandbox-hold/${key.applicationId}`, 1);
      return place === null;
    });
  await expect.poll(isHeld).toBe(true);
  return { answer, isOver: () => isOver };
}

const told = ({ status, headers, body }: Awaited<ReturnType<Shop['call']>>) => ({
  status,
  body,
  version: headers['sallyport-version'],
  sunset: headers['sunset'],
});

it('second wave §1.6: a call in the sandbox ends by the version that it began with', async () => {
  const [superseded, deprecated, retired] = [
    await callable(t, everyone, documentOf('1.1')),
    await callable(t, everyone, documentOf('1.1')),
    await callable(t, everyone, documentOf('1.1')),
  ];
  const shops = [superseded, deprecated, retired];
  const pathOf = ({ product, version }: Shop) => `/products/${product.id}/versions/${version.id}`;
  const drafts = `/products/${superseded.product.id}/versions`;
  const draft = await superseded.send('POST', drafts, { document: JSON.stringify(documentOf('1.2')) });
  await retired.send('POST', `${pathOf(retired)}/deprecate`, { days: 90 });
  t.clock.advance({ days: 90 });
  const { body } = await t.rest('POST', '/api/auth/sign-in', {
    body: { email: owner.email, password: owner.password },
  });
  owner.token = body.accessToken;
  const before = await Promise.all(shops.map(async (shop) => await shop.call('GET', '/motto')));
  const began = await Promise.all(shops.map(held));

  await Promise.all([
    superseded.send('POST', `${drafts}/${draft.id}/publish`),
    deprecated.send('POST', `${pathOf(deprecated)}/deprecate`, { days: 90 }),
    retired.send('POST', `${pathOf(retired)}/retire`),
  ]);
  const wereOver = began.map(({ isOver }) => isOver());
  const after = await Promise.all(shops.map(async (shop) => await shop.call('GET', '/motto')));
  const ended = await Promise.all(began.map(async ({ answer }) => await answer));

  expect(wereOver).toEqual([false, false, false]);
  expect(ended.map(told)).toEqual(before.map(told));
  expect(ended.map(told)).toMatchObject(shops.map(() => ({ status: 200, body: '1.1', version: '1.1' })));
  expect(after.map(told)).toMatchObject([
    { status: 200, body: '1.2', version: '1.2', sunset: undefined },
    { status: 200, body: '1.1', version: '1.1', sunset: expect.any(String) },
    { status: 404 },
  ]);
});

it('and a live call ends by the version that it began with, while another becomes live and none is', async () => {
  const waiting: ServerResponse[] = [];
  const arrived = Promise.withResolvers<void>();
  const host = await httpHost((_request, response) => {
    waiting.push(response);
    arrived.resolve();
  });
  const members = { upstream: { url: `${host.origin}/first` } };
  const shop = await liveShop(t, everyone, documentOf('1.1'), { members });
  const call = async () =>
    await t.rest('GET', `/v1/products/${shop.slug}/v1/motto`, { as: shop.live.secret });
  const end = (response: ServerResponse | undefined, motto: string) =>
    response?.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(motto));

  const first = call();
  await arrived.promise;
  const next = await shop.publish(documentOf('1.2'), { upstream: { url: `${host.origin}/next` } });
  expect(await shop.activate(next.id)).toMatchObject({ status: 200 });
  await shop.send('POST', `/products/${shop.product.id}/versions/${next.id}/deactivate`);
  const after = await call();
  end(waiting[0], 'first');

  expect(told(await first)).toMatchObject({ status: 200, body: 'first', version: '1.1' });
  expect([after.status, waiting.length]).toEqual([404, 1]);
});
