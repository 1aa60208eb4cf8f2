import { describe, expect, it } from 'vitest';
import { testApp } from '../../../support/app.ts';
import { cast, type CastMember } from '../../../support/people.ts';
import { eventsOf } from '../../../support/trail.ts';

const t = await testApp({}, { isChecked: true });
const everyone = await cast(t);
const strangers = await cast(t);
const { owner, workspaceId: workspace } = everyone;

const send = async (method: 'GET' | 'POST' | 'PATCH', path = '', body?: unknown, as: CastMember = owner) =>
  await t.rest(method, `/api/console/products${path}`, { as, workspace: as.workspaceId, body });
let made = 0;
const newProduct = () => ({ slug: `shop-${(made += 1)}`, name: 'Web shop' });

describe('an API product', () => {
  it('is created, read, changed and retired, with one event for each change', async () => {
    const input = newProduct();
    const created = await send('POST', '', input);
    const { id } = created.body;

    const changed = await send('PATCH', `/${id}`, { name: 'Shop', description: 'Orders and stock.' });
    const same = await send('PATCH', `/${id}`, { name: 'Shop' });
    const listed = await send('GET');
    const retired = await send('POST', `/${id}/retire`);
    const after = await send('GET');

    expect(created).toMatchObject({ status: 201, body: { ...input, description: '', status: 'ACTIVE' } });
    expect(created.body.owner).toEqual({ id: owner.memberId });
    expect(changed.body).toMatchObject({ name: 'Shop', description: 'Orders and stock.', rowVersion: 2 });
    expect(same.body.rowVersion).toBe(2);
    expect(listed.body.data.map((product: { id: string }) => product.id)).toContain(id);
    expect(retired.body).toMatchObject({ status: 'RETIRED', retiredAt: '2026-11-20T09:00:00.000Z' });
    expect(after.body.data).toEqual([]);
    expect((await send('GET', `/${id}`)).body).toMatchObject({ id, status: 'RETIRED' });
    const events = (await eventsOf(t, workspace)).filter(({ resource }) => resource.id === id);
    expect(events.map(({ type }) => type)).toEqual([
      'api_product.created',
      'api_product.updated',
      'api_product.retired',
    ]);
  });

  it('409 name_taken: keeps its slug for itself in its workspace, even after it is retired', async () => {
    const input = newProduct();
    const { body } = await send('POST', '', input);
    await send('POST', `/${body.id}/retire`);

    const again = await send('POST', '', input);
    const elsewhere = await send('POST', '', input, strangers.owner);

    expect(again).toMatchObject({
      status: 409,
      body: {
        code: 'name_taken',
        message: 'The workspace already has an API product with this slug. Choose another slug.',
      },
    });
    expect(elsewhere.status).toBe(201);
  });

  it.each(['a', '--', '-shop', 'shop-', 'Shop', 'web shop', 'ä-shop', 'x'.repeat(41), 'sandbox'])(
    '422: has a slug of 2 to 40 lowercase letters, digits and hyphens that is not built in, and not %j',
    async (slug) => {
      const answer = await send('POST', '', { slug, name: 'Web shop' });

      expect(answer).toMatchObject({ status: 422, body: { errors: [{ pointer: '/slug' }] } });
    },
  );

  it('has an active member of its workspace as its owner, and no other', async () => {
    const developer = await everyone.as('DEVELOPER');
    const created = await send('POST', '', { ...newProduct(), ownerId: developer.memberId });
    const foreign = { ownerId: strangers.owner.memberId };

    const changed = await send('PATCH', `/${created.body.id}`, { ownerId: owner.memberId });
    const refused = [
      await send('POST', '', { ...newProduct(), ...foreign }),
      await send('PATCH', `/${created.body.id}`, foreign),
    ];

    expect(created.body.owner).toEqual({ id: developer.memberId });
    expect(changed.body.owner).toEqual({ id: owner.memberId });
    for (const answer of refused)
      expect(answer).toMatchObject({
        status: 422,
        body: { errors: [{ pointer: '/ownerId', code: 'unknown_member' }] },
      });
  });

  it('409 invalid_transition: does not change once it is retired', async () => {
    const { body } = await send('POST', '', newProduct());
    await send('POST', `/${body.id}/retire`);

    for (const answer of [
      await send('PATCH', `/${body.id}`, { name: 'x' }),
      await send('POST', `/${body.id}/retire`),
    ])
      expect(answer).toMatchObject({ status: 409, body: { code: 'invalid_transition' } });
  });

  it('409 limit_reached: is one of at most 50 that are not retired', async () => {
    const other = await cast(t);
    for (let count = 0; count < 50; count += 1) await send('POST', '', newProduct(), other.owner);

    const answer = await send('POST', '', newProduct(), other.owner);

    expect(answer).toMatchObject({ status: 409, body: { code: 'limit_reached' } });
  });
});
