import { describe, expect, it } from 'vitest';
import { testApp } from '../../../support/app.ts';
import { importAll } from '../../../support/connectors.ts';
import { provider } from '../../../support/provider.ts';
import { readWorld } from './read.world.ts';

const t = await testApp({ EGRESS_ALLOWED_HOSTS: '127.0.0.1', ACCESS_TOKEN_TTL_SECONDS: '3600' });
const { place, connections, shop, selected } = await readWorld(t);

describe('the next page of a read', () => {
  const linked = (page: number) => ({
    status: 200,
    body: '[{"id":1,"item":"x"}]',
    headers: { link: `<${shop.origin}/orders?page=${page}&status=open>; rel="next"` },
  });
  const bad = { status: 400, body: { code: 'invalid_cursor' } };

  it('is read with the cursor of the page before and the same arguments, until there is none', async () => {
    const { selection, capabilityId, id } = await selected();
    const args = { arguments: { status: 'open' } };
    shop.instead = linked(2);
    const first = (await connections.run(selection, args)).body;
    shop.instead = linked(3);
    const second = (await connections.run(selection, { ...args, cursor: first.nextCursor })).body;
    shop.instead = null;
    const anew = await connections.select(capabilityId, id);
    const third = (await connections.run(anew, { ...args, cursor: second.nextCursor })).body;

    expect(shop.asked.map(({ path }) => path)).toEqual([
      '/orders?status=open',
      '/orders?status=open&page=2',
      '/orders?status=open&page=3',
    ]);
    expect([first.nextCursor, third.nextCursor]).toEqual([
      expect.stringMatching(/^pag_[\w-]{60,300}$/),
      null,
    ]);
  });

  it('starts with the rows that did not fit, and continues with the provider’s next page', async () => {
    const { selection } = await selected();
    const pages = [[1, 2, 3, 4, 5], [6]].map((ids) => JSON.stringify(ids.map((id) => ({ id, item: 'x' }))));
    const link = '</orders?page=2&status=open>; rel="next"';
    const args = { arguments: { status: 'open' }, limit: 2, fields: ['/id'] };
    const seen: number[][] = [];
    for (let cursor: string | null | undefined; cursor !== null;) {
      shop.instead = {
        status: 200,
        body: pages[seen.length < 3 ? 0 : 1] ?? '',
        ...(seen.length < 3 && { headers: { link } }),
      };
      const { body } = await connections.run(selection, { ...args, cursor });
      seen.push(body.data.map(({ id }: { id: number }) => id));
      cursor = body.nextCursor;
    }

    expect(seen).toEqual([[1, 2], [3, 4], [5], [6]]);
  });

  it('requires the same fields while rows of this page remain', async () => {
    const { selection } = await selected();
    const { nextCursor: cursor } = (await connections.run(selection, { limit: 2, fields: ['/id'] })).body;

    expect(await connections.run(selection, { limit: 2, cursor })).toMatchObject(bad);
  });

  it('keeps the arguments from the links of earlier pages', async () => {
    const { selection } = await selected();
    let cursor: string | undefined;
    for (const link of ['page=2&status=open', 'page=3&status=open', 'page=4&status=open']) {
      shop.instead = { status: 200, body: '[]', headers: { link: `</orders?${link}>; rel="next"` } };
      cursor = (await connections.run(selection, { cursor })).body.nextCursor;
    }

    expect(shop.asked.map(({ path }) => path)).toEqual([
      '/orders',
      '/orders?status=open&page=2',
      '/orders?status=open&page=3',
    ]);
  });

  it('has a cursor that is bound to its caller, capability, connection and arguments, and that expires', async () => {
    const made = await selected();
    const { selection, capabilityId, id, projectId, connectorId, credentialReferenceId } = made;
    const args = { arguments: { status: 'open' } };
    shop.instead = linked(2);
    const { nextCursor: cursor } = (await connections.run(selection, args)).body;
    const admin = await place.as('ADMIN');
    const theirs = await connections.select(capabilityId, id, admin);
    const beside = await connections.create({ projectId, connectorId, credentialReferenceId });
    const throughAnother = await connections.select(capabilityId, connections.idOf(beside));
    const one = await connections.capability(connectorId, 'getOrder');
    const ofAnother = await connections.select(one, id);
    shop.asked.length = 0;

    expect(await connections.run(theirs, { ...args, cursor }, admin)).toMatchObject(bad);
    expect(await connections.run(throughAnother, { ...args, cursor })).toMatchObject(bad);
    expect(await connections.run(ofAnother, { ...args, cursor })).toMatchObject(bad);
    expect(await connections.run(selection, { cursor })).toMatchObject(bad);
    expect(await connections.run(selection, { arguments: { status: 'closed' }, cursor })).toMatchObject(bad);
    const changed = cursor.slice(0, -6) + (cursor.at(-6) === 'A' ? 'B' : 'A') + cursor.slice(-5);
    for (const other of [
      changed,
      cursor.slice(0, 50),
      'pag_AAAA',
      selection.replace('sel_', 'pag_').slice(0, 3_000),
    ])
      expect(await connections.run(selection, { ...args, cursor: other })).toMatchObject(bad);
    t.clock.advance({ minutes: 16 });
    const later = await connections.select(capabilityId, id);
    expect(await connections.run(later, { ...args, cursor })).toMatchObject(bad);
    expect(shop.asked).toEqual([]);
  });

  it('is refused once the capability has drifted', async () => {
    const drifting = await provider();
    const made = await connections.made(drifting);
    const capabilityId = await connections.capability(made.connectorId, 'listOrders');
    drifting.instead = { status: 200, body: '[]', headers: { link: '<?page=2>; rel="next"' } };
    const { nextCursor: cursor } = (await connections.run(await connections.select(capabilityId, made.id)))
      .body;
    const document = drifting.document.replace('"enum":["open","closed"]', '"enum":["open"]');
    await connections.send('POST', `/connectors/${made.connectorId}/import`, { document });
    await importAll(t);

    const again = await connections.select(capabilityId, made.id);
    expect(await connections.run(again, { cursor })).toMatchObject(bad);
  });

  it('does not exist at another host, and takes only the page from a link to another path', async () => {
    const { selection } = await selected();
    const to = async (link: string) => {
      shop.instead = { status: 200, body: '[]', headers: { link: `<${link}>; rel="next"` } };
      return (await connections.run(selection)).body.nextCursor;
    };
    const evil = await provider();
    expect(await to(`${evil.origin}/orders?page=2`)).toBeNull();
    const cursor = await to('/orders/7?page=2&status=closed');
    shop.asked.length = 0;
    await connections.run(selection, { cursor });

    expect(shop.asked.map(({ path }) => path)).toEqual(['/orders?page=2']);
    expect(evil.asked).toEqual([]);
  });

  it('is available over GraphQL as over REST', async () => {
    const { selection } = await selected();
    shop.instead = linked(2);
    const query = `query ($input: ReadCapabilityInput!) {
      readCapability(input: $input) { data nextCursor missingFields cut { bytes leftOut { pointer bytes } advice } }
    }`;
    const input = { selection, fields: ['/id', '/price'], arguments: { status: 'open' } };
    const read = async (more: object = {}) =>
      await t.graphql(
        query,
        { input: { ...input, ...more } },
        { as: place.owner, workspace: place.workspaceId },
      );
    const { data } = (await read()).body;

    expect(data.readCapability).toMatchObject({ data: [{ id: 1 }], missingFields: ['/price'], cut: null });
    await read({ cursor: data.readCapability.nextCursor });
    expect(shop.asked.at(-1)?.path).toBe('/orders?status=open&page=2');
    expect((await read({ cursor: 'pag_AAAA' })).body.errors[0].extensions.code).toBe('invalid_cursor');
  });
});
