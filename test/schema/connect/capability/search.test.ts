import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { beforeAll, describe, expect, it } from 'vitest';
import { Capability } from '../../../../db/models/capability.ts';
import { readyMadeConnectors } from '../../../../schema/connect/connector/ready-made.ts';
import { tokenize } from '../../../../schema/values/tokenize.ts';
import { testApp } from '../../../support/app.ts';
import { connectionsOf } from '../../../support/connections.ts';
import { connectorsOf, importAll, openapiOf } from '../../../support/connectors.ts';
import { misspelt } from '../../../support/misspelt.ts';
import { cast, type Cast } from '../../../support/people.ts';
import { random } from '../../../support/seed.ts';

const t = await testApp({ ACCESS_TOKEN_TTL_SECONDS: '3600' }, { isChecked: true });
const { knex } = t.ports.database;
const document = `query ($query: String, $mode: CapabilityMode, $connectorId: ID, $first: Int) {
  capabilities(query: $query, mode: $mode, connectorId: $connectorId, first: $first) {
    edges { node { id key title mode connector { name } } }
  }
}`;

interface Found {
  id: string;
  key: string;
  title: string;
  mode: string;
  connector: { name: string };
}

async function search({ owner, workspaceId }: Cast, variables: object): Promise<Found[]> {
  const asked = { first: 10, ...variables };
  const { body } = await t.graphql(document, asked, { as: owner, workspace: workspaceId });
  if (body.errors) throw new Error(JSON.stringify(body.errors));
  const { edges }: { edges: { node: Found }[] } = body.data.capabilities;
  return edges.map(({ node }) => node);
}

/** A fixed seed: each run asks the same queries. */
const next = random(20_261_122);
const below = (max: number) => Math.floor(next() * max);

describe('a search in a large API', () => {
  let place: Cast;
  let connectorId: string;
  beforeAll(async () => {
    place = await cast(t);
    const connectors = connectorsOf(t, place);
    const path = createRequire(import.meta.url).resolve('@octokit/routes/api.github.com.json');
    const { body } = await connectors.create({ document: readFileSync(path, 'utf8') });
    await importAll(t);
    connectorId = body.id;
  });

  it(
    'finds 95 % of the titles of 200 fixed queries with one letter dropped, doubled or swapped among the first ten',
    { timeout: 120_000 },
    async () => {
      const all = await Capability.query(knex).where({ connectorId }).orderBy('key');
      const missed: string[] = [];
      for (let asked = 0; asked < 200; asked += 1) {
        const { key, title } = all[below(all.length)] as Capability;
        const query = misspelt(title, below);
        const found = await search(place, { query });
        // Some paths share a title.
        if (!found.some((it) => it.key === key || it.title === title)) missed.push(`${query} (${title})`);
      }

      console.info(`Of 200 misspelt queries ${200 - missed.length} found what they meant.`);
      expect(missed.length, missed.join('\n')).toBeLessThanOrEqual(10);
    },
  );

  it.each([
    ['title', 'create an organization repository', 'repos/create-in-org'],
    ['path', 'orgs repos', 'repos/list-for-org'],
    ['provider', 'github gists', 'gists/list'],
  ])('finds a capability by words of its %s', async (_, query, key) => {
    const found = await search(place, { query, first: 20 });

    expect(found.map((it) => it.key)).toContain(key);
  });

  it.each([
    ['Get a repository', 'Get a repository'],
    ['Get a user', 'Get a user'],
    ['Get an organization', 'Get an organization'],
    ['Get a repositry', 'Get a repository'],
  ])('ranks the exact title first for “%s”', async (query, title) => {
    const [first] = await search(place, { query });

    expect(first).toMatchObject({ title });
  });

  it('returns only reads, or only writes, if asked by mode', async () => {
    const read = await search(place, { query: 'repository', mode: 'read', first: 50 });
    const write = await search(place, { query: 'repository', mode: 'write', first: 50 });

    expect(read.length).toBe(50);
    expect(new Set(read.map(({ mode }) => mode))).toEqual(new Set(['read']));
    expect(new Set(write.map(({ mode }) => mode))).toEqual(new Set(['write']));
  });

  it('returns pages of the requested size, without repeats', async () => {
    const page = `query ($after: String) {
      capabilities(query: "repository", first: 10, after: $after) { edges { node { key } } pageInfo { endCursor } }
    }`;
    const as = { as: place.owner, workspace: place.workspaceId };
    const { body: first } = await t.graphql(page, {}, as);
    const { body: second } = await t.graphql(page, { after: first.data.capabilities.pageInfo.endCursor }, as);

    const both = await search(place, { query: 'repository', first: 20 });
    const pages = [...first.data.capabilities.edges, ...second.data.capabilities.edges];
    expect(pages.map(({ node }) => node.key)).toEqual(both.map(({ key }) => key));
    expect(new Set(both.map(({ key }) => key)).size).toBe(20);
  });

  it.each([
    ['last: 10', 'invalid_request'],
    ['first: 10, before: "MQ"', 'invalid_request'],
    ['first: 10, after: "nonsense"', 'invalid_cursor'],
    ['first: 101', 'invalid_request'],
  ])('refuses the page arguments %s', async (args, code) => {
    const query = `{ capabilities(${args}) { edges { cursor } } }`;
    const { body } = await t.graphql(query, {}, { as: place.owner, workspace: place.workspaceId });

    expect(body.errors).toMatchObject([{ extensions: { code } }]);
  });

  it('finds by a whole id only that capability, and only in its workspace', async () => {
    const { id, key, mode } = await Capability.query(knex).findOne({ connectorId }).throwIfNotFound();
    const otherMode = mode === 'read' ? 'write' : 'read';

    expect(await search(place, { query: id.toUpperCase() })).toMatchObject([{ id, key }]);
    expect(await search(place, { query: id, mode: otherMode })).toEqual([]);
    expect(await search(place, { query: `${id.slice(0, -1)}${id.endsWith('0') ? 1 : 0}` })).toEqual([]);
    expect(await search(await cast(t), { query: id })).toEqual([]);
  });

  it('finds nothing of another workspace, and does not learn its words', async () => {
    const elsewhere = await cast(t);
    const connectors = connectorsOf(t, elsewhere);
    await connectors.create({ document: openapiOf({ gherkins: 'List gherkins' }) });
    await importAll(t);

    expect(await search(elsewhere, { query: 'repository' })).toEqual([]);
    expect(await search(place, { query: 'gherkins' })).toEqual([]);
    expect(await search(elsewhere, { query: 'ghrekins' })).toMatchObject([{ key: 'gherkins' }]);
  });

  it('omits capabilities that were removed, and those of a deleted connector', async () => {
    const elsewhere = await cast(t);
    const connectors = connectorsOf(t, elsewhere);
    const { body } = await connectors.create({ document: openapiOf({ apples: 'Apples', pears: 'Pears' }) });
    await importAll(t);
    await connectors.importAgain(body.id, openapiOf({ pears: 'Pears' }));
    await importAll(t);
    const [apples, pears] = [await search(elsewhere, { query: 'apples' }), await search(elsewhere, {})];

    await connectors.remove(body.id);

    expect([apples, pears.map(({ key }) => key)]).toEqual([[], ['pears']]);
    expect(await search(elsewhere, { query: 'pears' })).toEqual([]);
  });

  it.each(["'", "a' | b", '!', '&', 'a:*', '\\', '((', '%', '_', '<->', '🦆', 'x'.repeat(200)])(
    'reads %s as plain words',
    async (query) => {
      await expect(search(place, { query })).resolves.toBeInstanceOf(Array);
    },
  );

  it('finds nothing by a query without a word, and everything by a blank one', async () => {
    expect(await search(place, { query: '🦆 %' })).toEqual([]);
    expect(await search(place, { query: '  ' })).toEqual(await search(place, {}));
  });
});

describe('a search among ready-made connectors', () => {
  let place: Cast;
  beforeAll(async () => {
    place = await cast(t);
    const { make } = connectorsOf(t, place);
    for (const { id } of readyMadeConnectors) await make({ readyMade: id });
    await importAll(t);
  }, 120_000);

  it.each([
    ['create issue', 'GitHub', 'createIssue'],
    ['creae isue', 'GitHub', 'createIssue'],
    ['create an issue gitlab', 'GitLab', 'createIssue'],
    ['post message', 'Slack', 'postMessage'],
    ['refund payment', 'Stripe', 'createRefund'],
    ['weather forecast', 'Open-Meteo', 'getForecast'],
    ['top stories', 'Hacker News', 'listTopStories'],
    ['resolve issue', 'Sentry', 'updateIssue'],
  ])('for %s finds the capability of %s among the first three', async (query, name, key) => {
    const found = await search(place, { query, first: 3 });

    expect(found.map((it) => `${it.connector.name} ${it.key}`)).toContain(`${name} ${key}`);
  });
});

describe('a search by the name of a provider or a connection', () => {
  let place: Cast;
  let shopId: string;
  beforeAll(async () => {
    place = await cast(t);
    const connectors = connectorsOf(t, place);
    const connections = connectionsOf(t, place);
    const shop = {
      name: 'Northwind',
      document: openapiOf({ listOrders: 'List orders', addOrder: 'Add an order' }),
    };
    const other = {
      name: 'Contoso',
      document: openapiOf({ listInvoices: 'List invoices', listOrders: 'List orders' }),
    };
    shopId = (await connectors.create(shop)).body.id;
    await connectors.create(other);
    await importAll(t);
    const projectId = await connections.project();
    const made = await connections.create({
      name: 'Warehouse of the south',
      projectId,
      connectorId: shopId,
      baseUrl: 'https://api.example.com/v1',
    });
    connections.idOf(made);
  });
  const ofShop = ['addOrder', 'listOrders'];

  it.each(['northwind', 'nortwind', 'North', 'warehouse', 'wharehouse'])(
    'finds all its capabilities by “%s”',
    async (query) => {
      const found = await search(place, { query });

      expect(found.map(({ key }) => key).toSorted()).toEqual(ofShop);
      expect(new Set(found.map(({ connector }) => connector.name))).toEqual(new Set(['Northwind']));
    },
  );

  it.each([
    ['contoso orders', 'Contoso listOrders'],
    ['northwind orders', 'Northwind listOrders'],
    ['northwind invoices', 'Contoso listInvoices'],
  ])('distinguishes by “%s” capabilities that are described alike: %s', async (query, meant) => {
    const [found] = await search(place, { query });

    expect(`${found?.connector.name} ${found?.key}`).toBe(meant);
  });

  it('finds nothing by words that occur in many names', async () => {
    expect(await search(place, { query: 'of' })).toEqual([]);
  });

  it('uses the current name', async () => {
    const renamed = { as: place.owner, workspace: place.workspaceId, body: { name: 'Fabrikam' } };
    await t.rest('PATCH', `/api/console/connect/connectors/${shopId}`, renamed);

    expect(await search(place, { query: 'northwind' })).toEqual([]);
    expect((await search(place, { query: 'fabrikam' })).map(({ key }) => key).toSorted()).toEqual(ofShop);
  });
});

describe('a search in the index', () => {
  let place: Cast;
  let connectorId: string;
  beforeAll(async () => {
    place = await cast(t);
    const { body } = await connectorsOf(t, place).create({
      document: openapiOf({
        listRepositories: 'List repositories',
        getRepository: 'Get a repository',
        deleteTicket: 'Delete a ticket',
        removeAvatar: 'Remove an avatar',
      }),
    });
    connectorId = body.id;
    await importAll(t);
  });
  const keysOf = async (query: string) => (await search(place, { query })).map(({ key }) => key);

  it('sends one statement once the connectors are indexed', async () => {
    await t.look();
    for (let asked = 0; asked < 2 * t.instances.length; asked += 1) await keysOf('repository');

    const statements = await t.statementsOf(async () => await keysOf('repository'));

    expect(statements.filter((sql) => sql.includes('"capability"'))).toHaveLength(1);
    expect(statements.filter((sql) => sql.includes('"api_title"'))).toEqual([]);
  });

  it('ranks the same word above another form of it', async () => {
    expect((await keysOf('repository'))[0]).toBe('getRepository');
    expect((await keysOf('repositories'))[0]).toBe('listRepositories');
  });

  it('lets stop words weigh nothing beside other words', async () => {
    expect(await keysOf('how do I get the repository')).toEqual(await keysOf('get repository'));
  });

  it('finds by synonyms and by phrases with words between', async () => {
    expect((await keysOf('issue'))[0]).toBe('deleteTicket');
    expect((await keysOf('throw the old ticket away'))[0]).toBe('deleteTicket');
    expect((await keysOf('profile picture'))[0]).toBe('removeAvatar');
  });

  it('returns no row that was removed since the index was built', async () => {
    expect(await keysOf('avatar')).toContain('removeAvatar');
    await Capability.query(knex).where({ connectorId, key: 'removeAvatar' }).patch({ removedAt: new Date() });

    expect(await keysOf('avatar')).not.toContain('removeAvatar');
  });
});

describe('the words of a text', () => {
  it.each([
    ['repos/listForOrg', ['repos', 'list', 'for', 'org']],
    ['GETHttpURL v2Beta', ['get', 'http', 'url', 'v2', 'beta']],
    ['snake_case-and.dots', ['snake', 'case', 'and', 'dots']],
    ['Überweisung ﬁnden', ['uberweisung', 'finden']],
    [`${'x'.repeat(41)} a a`, ['a']],
  ])('%s', (text, words) => {
    expect(tokenize(text)).toEqual(words);
  });
});
