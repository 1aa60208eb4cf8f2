import { Validator } from '@seriousme/openapi-schema-validator';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { buildRequest, needsCredential } from '../../../../schema/connect/gateway/request.ts';
import { secretIn } from '../../../../schema/values/secret-values.ts';
import { readyMadeBy, readyMadeConnectors } from '../../../../schema/connect/connector/ready-made.ts';
import { read } from '../../../support/descriptions.ts';
import { compiled } from '../../../support/json-schema.ts';

const described = (id: string) => read(readyMadeBy(id)?.document ?? Buffer.from(''));

describe('the ready-made connectors', () => {
  it('are exactly the documents that ship, in the order of their unique names', () => {
    const names = readyMadeConnectors.map(({ name }) => name);
    const files = readdirSync(new URL('../../../../schema/connect/connector/ready-made', import.meta.url));

    expect(readyMadeConnectors.map(({ id }) => `${id}.yaml`).toSorted()).toEqual(files.toSorted());
    expect(names).toEqual([...new Set(names)].toSorted((one, other) => one.localeCompare(other)));
  });

  it.each([
    ['github', 19],
    ['gitlab', 17],
    ['hacker-news', 10],
    ['open-meteo', 5],
    ['sentry', 9],
    ['slack', 16],
    ['stripe', 21],
  ])('have the expected number of capabilities: %s has %i', (id, capabilities) => {
    expect(described(id).counts).toMatchObject({ operations: capabilities, capabilities });
  });
});

describe.each(readyMadeConnectors)('the description of $id', ({ name, document }) => {
  const { head, capabilities, findings } = read(document);
  const text = document.toString();

  it('is valid to a third-party validator, and the import omits nothing', async () => {
    expect(await new Validator().validate(parse(text))).toEqual({ valid: true });
    expect(findings).toEqual([]);
  });

  it('has a title, a description, a server and a link to further documentation', () => {
    expect(head).toMatchObject({ title: name, description: expect.stringMatching(/\.$/) });
    expect(head.servers.length).toBeGreaterThan(0);
    expect(parse(text)).toMatchObject({ externalDocs: { url: expect.stringMatching(/^https:/) } });
  });

  it('gives each capability a unique key, a title, a description and an output schema', () => {
    const keys = capabilities.map(({ key }) => key);

    expect(keys.filter((key) => !/^[a-z]+(?:[A-Z][a-z]+)*$/.test(key))).toEqual([]);
    expect(new Set(keys).size).toBe(keys.length);
    for (const { key, title, description, outputSchema } of capabilities) {
      expect(title, key).toMatch(/^[A-Z][^.]*$/);
      expect(description, key).toMatch(/\.$/);
      expect(outputSchema, key).not.toBeNull();
    }
  });

  it('contains only schemas of 2020-12', () => {
    for (const { inputSchema, outputSchema } of capabilities) {
      expect(() => compiled(inputSchema)).not.toThrow();
      expect(() => compiled(outputSchema ?? {})).not.toThrow();
    }
  });

  it('has GET for reads, and every other method for writes', () => {
    expect(capabilities.map(({ mode, request: { method } }) => [method === 'GET', mode])).toEqual(
      capabilities.map(({ request: { method } }) => [method === 'GET', method === 'GET' ? 'read' : 'write']),
    );
  });

  it('requires a credential for each capability, or for none', () => {
    const needing = capabilities.filter(({ request }) => needsCredential(request));

    expect(needing).toHaveLength(head.schemes.length > 0 ? capabilities.length : 0);
    expect(new Set(needing.flatMap(({ request }) => request.security.flat()))).toEqual(
      new Set(head.schemes.map((scheme) => scheme.name)),
    );
  });

  it('contains only https addresses, and no text that looks like a secret', () => {
    const addresses = text.match(/\b[a-z]+:\/\/\S+/g) ?? [];

    expect(addresses.filter((address) => !address.startsWith('https://'))).toEqual([]);
    expect(text.split('\n').filter((line) => secretIn(line))).toEqual([]);
  });
});

describe('a request that a ready-made description produces', () => {
  it.each<[id: string, key: string, args: Record<string, unknown>, request: string]>([
    [
      'github',
      'createIssue',
      { owner: 'octo', repo: 'cat', body: { title: 'It broke', labels: ['bug'] } },
      'POST https://api.github.com/repos/octo/cat/issues {"title":"It broke","labels":["bug"]}',
    ],
    [
      'github',
      'listIssues',
      { owner: 'octo', repo: 'cat', labels: ['bug', 'ui'], per_page: 5 },
      'GET https://api.github.com/repos/octo/cat/issues?labels=bug,ui&per_page=5',
    ],
    [
      'gitlab',
      'getProject',
      { id: 'engines/difference' },
      'GET https://gitlab.com/api/v4/projects/engines%2Fdifference',
    ],
    [
      'gitlab',
      'updateIssue',
      { id: 7, issue_iid: 3, body: { state_event: 'close' } },
      'PUT https://gitlab.com/api/v4/projects/7/issues/3 {"state_event":"close"}',
    ],
    [
      'slack',
      'listChannels',
      { types: ['public_channel', 'im'] },
      'GET https://slack.com/api/conversations.list?types=public_channel,im',
    ],
    [
      'slack',
      'postMessage',
      { body: { channel: 'C1', text: 'Hello' } },
      'POST https://slack.com/api/chat.postMessage {"channel":"C1","text":"Hello"}',
    ],
    [
      'stripe',
      'createPaymentIntent',
      { body: { amount: 1200, currency: 'eur', description: 'Two gears' } },
      'POST https://api.stripe.com/v1/payment_intents amount=1200&currency=eur&description=Two+gears',
    ],
    [
      'stripe',
      'listCharges',
      { created: { gte: 5 }, limit: 2 },
      'GET https://api.stripe.com/v1/charges?created[gte]=5&limit=2',
    ],
    ['hacker-news', 'getItem', { id: 8863 }, 'GET https://hacker-news.firebaseio.com/v0/item/8863.json'],
    [
      'open-meteo',
      'getForecast',
      { latitude: 52.5, longitude: 13.4, daily: ['sunrise', 'sunset'] },
      'GET https://api.open-meteo.com/v1/forecast?latitude=52.5&longitude=13.4&daily=sunrise,sunset',
    ],
    [
      'open-meteo',
      'searchPlaces',
      { name: 'Torino' },
      'GET https://geocoding-api.open-meteo.com/v1/search?name=Torino',
    ],
    [
      'sentry',
      'listIssues',
      { organization: 'engines', project: [1, 2], statsPeriod: '24h' },
      'GET https://sentry.io/api/0/organizations/engines/issues/?project=1&project=2&statsPeriod=24h',
    ],
  ])('%s: %s', (id, key, args, expected) => {
    const { head, capabilities } = described(id);
    const capability = capabilities.find((it) => it.key === key);
    if (!capability) throw new Error(`${id} has no ${key}.`);

    const { method, url, body } = buildRequest(capability.request, args, new URL(head.servers[0]?.url ?? ''));

    expect(compiled(capability.inputSchema)(args)).toBe(true);
    expect([method, decodedBrackets(url), body].filter(Boolean).join(' ')).toBe(expected);
  });
});

function decodedBrackets({ href }: URL): string {
  return href.replaceAll('%5B', '[').replaceAll('%5D', ']');
}

describe('the description of github, compared with GitHub’s own', () => {
  const path = createRequire(import.meta.url).resolve('@octokit/routes/api.github.com.json');
  const theirs = new Map(
    read(readFileSync(path)).capabilities.map(({ request }) => [
      `${request.method} ${request.path}`,
      request,
    ]),
  );

  it.each(described('github').capabilities.map(({ key, request }) => ({ key, request })))(
    '$key exists there, and takes these parameters',
    ({ request: { method, path: template, parameters } }) => {
      const known = theirs.get(`${method} ${template}`)?.parameters.map((it) => `${it.in} ${it.name}`);

      expect(known).toEqual(expect.arrayContaining(parameters.map((it) => `${it.in} ${it.name}`)));
    },
  );
});
