import { describe, expect, it } from 'vitest';
import { testApp } from '../../../support/app.ts';
import { cast, type CastMember } from '../../../support/people.ts';

const t = await testApp({}, { isChecked: true });
const everyone = await cast(t);
const strangers = await cast(t);
const { owner, workspaceId: workspace } = everyone;
const [developer, viewer, editor] = [
  await everyone.as('DEVELOPER'),
  await everyone.as('VIEWER'),
  await everyone.as('DOCUMENTATION_EDITOR'),
];

async function create(path: string, body: object, as: CastMember = owner): Promise<{ id: string }> {
  const answer = await t.rest('POST', `/api/console${path}`, { as, workspace: as.workspaceId, body });
  if (answer.status !== 201) throw new Error(`${path} answered ${JSON.stringify(answer.body)}`);
  return answer.body;
}
const application = async (name: string, as?: CastMember) => await create('/applications', { name }, as);

async function found(query: string, as: CastMember = owner, more = '') {
  const path = `/api/console/search?query=${encodeURIComponent(query)}${more}`;
  const { status, body } = await t.rest('GET', path, { as, workspace: as.workspaceId });
  expect([status, body.code]).toEqual([200, undefined]);
  return body.data as { type: string; id: string; title: string; where: string }[];
}
const document = 'query ($query: String!) { search(query: $query) { type id title where } }';
const titles = async (query: string, as?: CastMember, more?: string) =>
  (await found(query, as, more)).map(({ title }) => title);

describe('the search of a workspace', () => {
  it('finds the same name first, then the beginning of a word, then any part, whatever the case', async () => {
    await application('Unpaid orders');
    await application('Repaid');
    await application('The Paid-up');
    await application('paid');
    await application('Abc (PAID) x');

    expect(await titles('Paid')).toEqual(['paid', 'Abc (PAID) x', 'The Paid-up', 'Repaid', 'Unpaid orders']);
    expect(await titles('  ÅNGSTRÖM ')).toEqual([]);
    await application('Die ångström');
    expect(await titles('  ÅNGSTRÖM ')).toEqual(['Die ångström']);
  });

  it.each([
    ['%', '100% sure'],
    ['_', 'snake_case'],
    ['\\', String.raw`back\slash`],
    ['.*', 'dots.*stars'],
    ['[a-z]', 'range [a-z]'],
    ['$1 ?', 'what $1 ?'],
    [':id', 'colon :id'],
    ["'; --", "quote '; --"],
  ])('takes %s literally', async (query, name) => {
    await application(name);
    await application(`Without it ${name.length}`);

    const hits = await found(query);

    expect(hits.filter(({ type }) => type === 'application').map(({ title }) => title)).toEqual([name]);
  });

  it('finds a key by its name, prefix and last four characters, and tells its application', async () => {
    const { id } = await application('Warehouse');
    const made = await t.rest('POST', `/api/console/applications/${id}/keys`, {
      as: developer,
      workspace,
      body: { name: 'nightly run', environment: 'SANDBOX', scopes: ['read'] },
    });
    const { secret, prefix, lastFour } = made.body;
    const hit = { type: 'api_key', id: made.body.id, title: 'nightly run', where: 'Warehouse' };

    expect(await found('night', viewer)).toEqual([hit]);
    expect(await found(prefix.toLowerCase(), viewer)).toContainEqual(hit);
    expect(await found(lastFour, viewer)).toContainEqual(hit);
    // REST refuses these in a URL.
    for (const shown of [`ak_sandbox_${prefix}_…${lastFour}`, `ak_sandbox_${prefix}`, secret]) {
      const { body } = await t.graphql(document, { query: shown }, { as: viewer, workspace });
      expect(body).toEqual({ data: { search: [hit] } });
    }
    const hidden = secret.slice(secret.indexOf(prefix) + prefix.length + 1);
    for (const part of [hidden.slice(0, 8), hidden.slice(4, 12), hidden.slice(-8)])
      expect(await found(part, viewer)).toEqual([]);
    expect(await found('night', editor)).toEqual([]);
  });

  it('finds a member by name and address, and neither a removed one nor an automation twice', async () => {
    const { email, memberId } = await everyone.another('ANALYST');
    const local = email.slice(0, email.indexOf('@'));
    const { id } = await create('/automations', { name: 'Nightly Janitor', role: 'DEVELOPER' });

    expect(await found(local.toUpperCase(), viewer)).toEqual([
      { type: 'member', id: memberId, title: 'ANALYST', where: 'ANALYST' },
    ]);
    expect(await found('janitor', viewer)).toEqual([
      { type: 'automation', id, title: 'Nightly Janitor', where: 'DEVELOPER' },
    ]);
    await t.rest('DELETE', `/api/console/members/${memberId}`, { as: owner, workspace });
    expect([await found(local, viewer), await found(memberId, viewer)]).toEqual([[], []]);
  });

  it('finds a webhook endpoint by its host and description, never by the rest of its URL', async () => {
    const url = 'https://hooks.example.net/in/northwind-7?team=blue';
    const { id } = await create('/webhooks/endpoints', {
      url,
      environment: 'SANDBOX',
      eventTypes: ['application.*'],
      description: 'Ledger feed',
    });
    const hit = { type: 'webhook_endpoint', id, title: 'hooks.example.net', where: 'ACTIVE' };

    expect([await found('HOOKS.ex', viewer), await found('ledger', viewer)]).toEqual([[hit], [hit]]);
    for (const part of ['northwind-7', '/in/', 'team=']) expect(await found(part, owner)).toEqual([]);
  });

  it('leaves out deleted rows, except by their whole id', async () => {
    const { id } = await create('/projects', { name: 'Bygone' });
    await t.rest('DELETE', `/api/console/projects/${id}`, { as: owner, workspace });

    expect(await found('bygone')).toEqual([]);
    expect(await found(id)).toEqual([{ type: 'project', id, title: 'Bygone', where: 'DELETED' }]);
  });

  it('finds nothing of another workspace', async () => {
    await application('Elsewhere only', strangers.owner);

    expect(await found('elsewhere', strangers.owner)).toHaveLength(1);
    expect(await found('elsewhere')).toEqual([]);
  });

  it('tells of a request that has ended by time that it is expired', async () => {
    const { id } = await create('/invitations', { email: 'late@example.com', role: 'VIEWER' });
    t.clock.advance({ days: 8 });
    const { body } = await t.rest('POST', '/api/auth/sign-in', {
      body: { email: owner.email, password: owner.password },
    });

    const hits = await found('late@', { ...owner, token: body.accessToken });

    t.clock.advance({ days: -8 });
    expect(hits).toEqual([{ type: 'invitation', id, title: 'late@example.com', where: 'EXPIRED' }]);
  });
});

describe('the size of a search', () => {
  it('is from 1 to 50 hits, by default 20', async () => {
    const place = await cast(t);
    for (let made = 0; made < 52; made += 1) await application(`Crowd ${made}`, place.owner);
    const asked = async (first?: number) =>
      await t.graphql(
        'query ($first: Int) { search(query: "crowd", first: $first) { title } }',
        { first },
        { as: place.owner, workspace: place.workspaceId },
      );

    expect((await asked()).body.data.search).toHaveLength(20);
    expect((await asked(50)).body.data.search).toHaveLength(50);
    expect(new Set(await titles('crowd', place.owner, '&limit=50'))).toHaveLength(50);
    for (const first of [0, 51])
      expect((await asked(first)).body.errors[0].extensions.code).toBe('invalid_request');
  });

  it.each(['', '   ', 'a\u0000b', 'x'.repeat(201)])('422 validation_failed: refuses %j', async (query) => {
    const path = `/api/console/search?query=${encodeURIComponent(query)}`;

    expect(await t.rest('GET', path, { as: owner, workspace })).toMatchObject({
      status: 422,
      body: { code: 'validation_failed', errors: [{ pointer: '/query' }] },
    });
  });
});
