import { describe, expect, it } from 'vitest';
import { SandboxObject } from '../../../../db/models/sandbox-object.ts';
import { mergePatched } from '../../../../schema/keys/product-call/merge-patch.ts';
import { forgetSandboxObjects } from '../../../../server/jobs/forget.ts';
import { testApp } from '../../../support/app.ts';
import { applicationWithKey, cast } from '../../../support/people.ts';
import { eventsOf } from '../../../support/trail.ts';
import { callable } from '../../../support/product-calls.ts';

const t = await testApp({}, { isChecked: true });
const { knex } = t.ports.database;
const everyone = await cast(t);
const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const ref = { $ref: '#/components/schemas/Thing' };
const thing = {
  type: 'object',
  required: ['id', 'name', 'state', 'createdAt'],
  properties: {
    id: { type: 'string', format: 'uuid' },
    name: { type: 'string', maxLength: 10 },
    state: { enum: ['open', 'closed'] },
    createdAt: { type: 'string', format: 'date-time' },
    note: { type: 'string' },
    size: { type: 'object', properties: { width: { type: 'integer' }, height: { type: 'integer' } } },
  },
  additionalProperties: false,
};
const input = {
  type: 'object',
  required: ['name'],
  properties: { name: { type: 'string' }, hint: { type: 'string' } },
};
const id = { name: 'id', in: 'path', required: true, schema: { type: 'string' } };
const shelf = { name: 'shelf', in: 'path', required: true, schema: { type: 'string' } };
const answer = (status: number, schema?: object) => ({
  [status]: { description: 'Fine', ...(schema && json(schema)) },
});
const paths = (at: string, parameters: object[], name: string) => ({
  [at]: {
    parameters,
    get: { operationId: `list${name}`, responses: answer(200, { type: 'array', items: ref }) },
    post: { operationId: `create${name}`, requestBody: json(input), responses: answer(201, ref) },
  },
  [`${at}/{id}`]: {
    parameters: [...parameters, id],
    get: { operationId: `get${name}`, responses: answer(200, ref) },
    put: { operationId: `put${name}`, requestBody: json({ type: 'object' }), responses: answer(200, ref) },
    patch: {
      operationId: `patch${name}`,
      requestBody: json({ type: 'object' }),
      responses: answer(200, ref),
    },
    delete: { operationId: `delete${name}`, responses: answer(204) },
  },
});
const document = {
  openapi: '3.1.0',
  info: { title: 'Things', version: '1' },
  components: { schemas: { Thing: thing } },
  paths: { ...paths('/things', [], 'Thing'), ...paths('/shelves/{shelf}/books', [shelf], 'Book') },
};
const shop = await callable(t, everyone, document);
const fresh = async () => {
  const key = await applicationWithKey(t, everyone);
  await shop.assign(key.applicationId);
  const call: typeof shop.call = async (method, path, request) =>
    await shop.call(method, path, { as: key.secret, ...request });
  const make = async (name: string, at = '/things') => (await call('POST', at, { body: { name } })).body;
  return { key, call, make };
};

describe('second wave §1.4: the memory of the sandbox', () => {
  it('reads, replaces, patches, lists and deletes what was created', async () => {
    const { call } = await fresh();
    const created = await call('POST', '/things', { body: { name: 'Lamp', hint: 'not kept' } });
    const at = `/things/${created.body.id}`;
    const read = await call('GET', at);
    const patched = await call('PATCH', at, { body: { note: 'new', size: { width: 1, height: 2 } } });
    const again = await call('PATCH', at, { body: { note: null, size: { width: null } } });
    const replaced = await call('PUT', at, { body: { name: 'Desk', state: 'closed' } });
    const list = await call('GET', '/things');
    const deleted = await call('DELETE', at);
    const gone = await call('GET', at);

    expect(created).toMatchObject({ status: 201, body: { name: 'Lamp', state: 'open' } });
    expect(created.body.id).toMatch(/^[0-9a-f]{8}-/);
    expect(created.headers['location']).toBe(shop.at(at));
    expect(read).toMatchObject({ status: 200, body: created.body });
    expect(patched.body).toEqual({ ...created.body, note: 'new', size: { width: 1, height: 2 } });
    expect(again.body).toEqual({ ...created.body, size: { height: 2 } });
    expect(replaced.body).toMatchObject({ id: created.body.id, name: 'Desk', state: 'closed' });
    expect(replaced.body).not.toHaveProperty('size');
    expect(list.body).toEqual([replaced.body]);
    expect([deleted.status, gone.status, gone.body.code]).toEqual([204, 404, 'not_found']);
  });

  it('answers 404 for what was never made, by each method', async () => {
    const { call } = await fresh();
    const answers = await Promise.all([
      call('GET', '/things/1'),
      call('PUT', '/things/1', { body: {} }),
      call('PATCH', '/things/1', { body: {} }),
      call('DELETE', '/things/1'),
    ]);

    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
    expect(answers[0]?.body.detail).toContain('Make it first with POST /things');
    expect((await call('GET', '/things')).body).toEqual([]);
  });

  it('same request, same answer: also the ids and times of what it makes', async () => {
    const { call, make } = await fresh();
    const first = await make('Lamp');
    t.clock.advance({ minutes: 5 });
    const second = await make('Lamp');
    const other = await make('Desk');

    expect(second).toEqual(first);
    expect(other.id).not.toBe(first.id);
    expect((await call('GET', '/things')).body).toEqual([first, other]);
  });

  it('belongs to one application, one collection and one major', async () => {
    const [one, two] = [await fresh(), await fresh()];
    const made = await one.make('Lamp');
    const book = await one.make('Emma', '/shelves/a%20b/books');

    expect((await two.call('GET', `/things/${made.id}`)).status).toBe(404);
    expect((await two.make('Lamp')).id).not.toBe(made.id);
    expect((await one.call('GET', `/shelves/a b/books/${book.id}`.replace(' ', '%20'))).body).toEqual(book);
    expect((await one.call('GET', `/shelves/a/books/${book.id}`)).status).toBe(404);
    expect((await one.call('GET', '/shelves/a%20b/books')).body).toEqual([book]);
  });

  it('tells only what the answer describes: a value that does not fit is left out', async () => {
    const { call } = await fresh();
    const long = await call('POST', '/things', { body: { name: 'longer than ten characters' } });
    const bad = await call('PATCH', `/things/${long.body.id}`, { body: { state: 'ajar', note: 'kept' } });

    expect(long).toMatchObject({ status: 201, body: { name: expect.stringMatching(/^.{0,10}$/) } });
    expect(bad.body).toMatchObject({ state: 'open', note: 'kept' });
  });

  it('keeps 1,000 objects of an application, and the oldest go first', { timeout: 60_000 }, async () => {
    const { key, make, call } = await fresh();
    const first = await make('first');
    const [row] = await SandboxObject.query(knex).where({ applicationId: key.applicationId });
    const copies = Array.from({ length: 998 }, (_, index) => ({
      ...(row as object),
      id: `sob_0000000000000000000000${String(index).padStart(4, '0')}`,
      name: `copy ${index}`,
    }));
    await SandboxObject.query(knex).insert(copies as never);
    const second = await make('second');
    const full = await SandboxObject.query(knex).where({ applicationId: key.applicationId }).resultSize();
    const third = await make('third');
    const still = await SandboxObject.query(knex).where({ applicationId: key.applicationId }).resultSize();

    expect([full, still]).toEqual([1_000, 1_000]);
    expect(await SandboxObject.query(knex).findOne({ name: 'copy 0' })).toBeUndefined();
    for (const it of [first, second, third]) expect((await call('GET', `/things/${it.id}`)).status).toBe(200);
  });

  it('is sealed: the database shows neither what was made nor its path', async () => {
    const { key, make } = await fresh();
    await make('Secret', '/shelves/private/books');
    const rows = await SandboxObject.query(knex).where({ applicationId: key.applicationId });

    const shown = JSON.stringify(rows) + rows.map(({ sealed }) => sealed.toString('latin1')).join('');
    expect(rows).toHaveLength(1);
    expect(shown).not.toMatch(/Secret|private|books/);
  });
});

describe('the sandbox of an application', () => {
  const send = async (method: 'GET' | 'POST', path: string, body?: unknown, as = everyone.owner) =>
    await t.rest(method, `/api/console/applications/${path}`, { as, workspace: everyone.workspaceId, body });

  it('is emptied by a reset, which sets its time back; the same requests make the same objects again', async () => {
    const { key, make, call } = await fresh();
    const first = await make('Lamp');
    const at = `${key.applicationId}/sandbox`;
    const before = await send('GET', at);
    const set = await send('POST', `${at}/clock`, { time: '2030-01-01T00:00:00.000Z' });
    const later = await make('Lamp');
    const reset = await send('POST', `${at}/reset`);
    const empty = await call('GET', '/things');
    const again = await make('Lamp');
    await send('POST', `${at}/reset`, { seed: 'another' });
    const other = await make('Lamp');

    const nothing = {
      applicationId: key.applicationId,
      seed: '',
      time: '2026-11-20T09:00:00.000Z',
      objects: 0,
    };
    expect(before).toMatchObject({ status: 200, body: { ...nothing, time: first.createdAt, objects: 1 } });
    expect(set).toMatchObject({ status: 200, body: { time: '2030-01-01T00:00:00.000Z', objects: 1 } });
    expect(later).toMatchObject({ createdAt: '2030-01-01T00:00:00.000Z' });
    expect(reset).toMatchObject({ status: 200, body: { ...nothing, time: first.createdAt } });
    expect(empty.body).toEqual([]);
    expect(again).toEqual(first);
    expect(other.id).not.toBe(first.id);
    expect((await send('GET', at)).body).toMatchObject({ seed: 'another', objects: 1 });
  });

  it('is run by DEVELOPER and SUPPORT, and each change leaves an event', async () => {
    const { key } = await fresh();
    const [support, approver] = [await everyone.as('SUPPORT'), await everyone.as('APPROVER')];
    const at = `${key.applicationId}/sandbox`;
    const done = await send('POST', `${at}/reset`, {}, support);
    const denied = await send('POST', `${at}/reset`, {}, approver);
    await send('POST', `${at}/clock`, { time: '2030-01-01T00:00:00Z' }, support);

    expect([done.status, denied.status, denied.body.permission]).toEqual([200, 403, 'sandbox:run']);
    const events = (await eventsOf(t, everyone.workspaceId)).filter(
      ({ data }) => (data as { applicationId?: string }).applicationId === key.applicationId,
    );
    expect(events.map(({ type }) => type)).toEqual(
      expect.arrayContaining(['sandbox.reset', 'sandbox.clock_set']),
    );
  });

  it('keeps an object for 30 days', async () => {
    const { key, make } = await fresh();
    await make('Lamp');
    const rows = async () =>
      await SandboxObject.query(knex).where({ applicationId: key.applicationId }).resultSize();
    const now = t.clock.now().toISOString();
    t.clock.advance({ days: 30 });
    await forgetSandboxObjects(t.ports);
    const kept = await rows();
    t.clock.advance({ seconds: 1 });
    await forgetSandboxObjects(t.ports);
    t.clock.set(now);

    expect([kept, await rows()]).toEqual([1, 0]);
  });
});

describe('RFC 7396: a merge patch', () => {
  // oxfmt-ignore
  it.each([
    [{ a: 'b' }, { a: 'c' }, { a: 'c' }],
    [{ a: 'b' }, { b: 'c' }, { a: 'b', b: 'c' }],
    [{ a: 'b' }, { a: null }, {}],
    [{ a: ['b'] }, { a: 'c' }, { a: 'c' }],
    [{ a: { b: 'c' } }, { a: { b: 'd', c: null } }, { a: { b: 'd' } }],
    [{ a: [{ b: 'c' }] }, { a: [1] }, { a: [1] }],
    [{ e: null }, { a: 1 }, { e: null, a: 1 }],
    [['a'], { a: 1 }, { a: 1 }],
    [{}, { a: { bb: { ccc: null } } }, { a: { bb: {} } }],
  ])('of %j by %j is %j', (target, patch, result) => expect(mergePatched(target, patch)).toEqual(result));
});
