import { beforeAll, describe, expect, it } from 'vitest';
import { Capability } from '../../../../db/models/capability.ts';
import { httpRequestOf } from '../../../../schema/connect/gateway/operation.ts';
import { testApp, type Answer } from '../../../support/app.ts';
import { argumentsFor, type Extent } from '../../../support/arguments.ts';
import { connectionsOf } from '../../../support/connections.ts';
import { isSoak, some } from '../../../support/count.ts';
import { mockProvider, type MockProvider } from '../../../support/mock-provider.ts';
import { cast } from '../../../support/people.ts';
import { judgeOf, narrowedTo, publicApi, refusedBy, servedFrom } from '../../../support/public-apis.ts';

const t = await testApp({ EGRESS_ALLOWED_HOSTS: '127.0.0.1', ACCESS_TOKEN_TTL_SECONDS: '3600' });
const connections = connectionsOf(t, await cast(t));
const timeout = isSoak ? 3_600_000 : 120_000;

describe.each([
  {
    name: 'GitHub’s API, JSON of 3.0 with everything written out',
    file: '@octokit/routes/api.github.com.json',
    counts: { operations: 608, reads: 323 },
    findings: ['header_of_the_connection'],
    refused: { 302: 6, 418: 11, 422: 1 },
  },
  {
    name: 'Figma’s API, YAML of 3.1 with references and circles',
    file: '@figma/rest-api-spec/openapi/openapi.yaml',
    counts: { operations: 54, reads: 42 },
    findings: [],
    refused: { 401: 2 },
  },
])('$name', ({ file, counts, findings, refused }) => {
  const api = publicApi(file);
  const operations = Object.entries(api.document.paths).flatMap(([path, item]) =>
    Object.keys(item)
      .filter((key) => /^(?:get|put|post|delete|options|head|patch|trace)$/.test(key))
      .map((method) => `${method.toUpperCase()} ${path}`),
  );
  const isRefused = (operation: string) => {
    const [method, path = ''] = operation.split(' ');
    return method === 'GET' && refusedBy(api, path) !== null;
  };
  const isAnswered = (operation: string) => operation.startsWith('GET ') && !isRefused(operation);
  // A dozen of the reads that are answered, each one that is refused, and some other operations.
  const asked = [
    ...some(operations.filter(isAnswered), 12),
    ...operations.filter(isRefused),
    ...some(
      operations.filter((it) => !it.startsWith('GET ')),
      6,
    ),
  ];
  let mock: MockProvider;
  let made: Awaited<ReturnType<typeof connections.made>>;
  let all: Capability[];
  let sample: Capability[];

  beforeAll(async () => {
    const paths = new Set(asked.map((operation) => operation.split(' ')[1] ?? ''));
    mock = await mockProvider(structuredClone(narrowedTo(api, paths)));
    made = await connections.made({ document: servedFrom(api, mock.origin) });
    const { connectorId } = made;
    all = await Capability.query(t.ports.database.knex).where({ connectorId }).orderBy('key');
    sample = all.filter((it) => asked.includes(nameOf(it)));
  }, timeout);

  it('is imported completely: each operation is a capability, and the import reports each omission', async () => {
    const { body } = await connections.send('GET', `/connectors/${made.connectorId}`);

    expect(operations).toHaveLength(counts.operations);
    expect(all.map(nameOf).toSorted()).toEqual(operations.toSorted());
    expect(all.filter(({ mode }) => mode === 'read')).toHaveLength(counts.reads);
    expect(body).toMatchObject({ status: 'READY', servers: [{ url: mock.origin }] });
    expect(body.latestImport).toMatchObject({ status: 'SUCCEEDED', operations: counts.operations });
    expect(body.latestImport.findings.map(({ code }: { code: string }) => code)).toEqual(findings);
  });

  it('is found by its titles among the first five', { timeout }, async () => {
    expect(sample.filter((it) => isAnswered(nameOf(it))).length).toBeGreaterThanOrEqual(12);
    for (const { key, title } of sample) {
      const query = new URLSearchParams({ query: title, connectorId: made.connectorId, limit: '5' });
      const { body } = await connections.send('GET', `/capabilities?${query}`);
      // Some paths share a title.
      const found = body.data.some((it: Capability) => it.key === key || it.title === title);
      expect(found, `${title} finds ${JSON.stringify(body.data.map((it: Capability) => it.title))}`).toBe(
        true,
      );
    }
  });

  it('is described with its schemas and its mode', { timeout }, async () => {
    for (const { id, key, mode } of sample) {
      const { status, body } = await connections.send('GET', `/capabilities/${id}?connectionId=${made.id}`);

      expect(status).toBe(200);
      expect(body).toMatchObject({
        capability: { key, mode, inputSchema: { type: 'object' } },
        selection: { mode },
      });
    }
  });

  it.each<Extent>(['required', 'all'])(
    'is read with its %s arguments, or refused if its mock cannot answer',
    { timeout },
    async (extent) => {
      const isAsDescribed = judgeOf(api);
      const tally: Record<string, number> = {};
      for (const capability of sample.filter(({ mode }) => mode === 'read')) {
        const { path } = httpRequestOf(capability);
        const given = argumentsFor(capability.inputSchema, extent);
        mock.answered.length = 0;
        const selection = await connections.select(capability.id, made.id);
        const answer = await connections.run(selection, { arguments: given });
        const why = refusedBy(api, path);
        const meant = why === null ? readAs(answer, (it) => isAsDescribed(path, it)) : refusalFor(why);

        expect({ key: capability.key, ...toldBy(answer, mock.answered.at(-1)?.status) }).toEqual({
          key: capability.key,
          ...meant,
        });
        expect(mock.answered.flatMap(sentIn), capability.key).toEqual(
          expect.arrayContaining(textsOf(given, why)),
        );
        if (why !== null) tally[why] = (tally[why] ?? 0) + 1;
      }
      expect(tally).toEqual(refused);
    },
  );

  it.runIf('401' in refused)('is read with an API key where a token is refused', { timeout }, async () => {
    const { connectorId, projectId } = made;
    const key = { kind: 'API_KEY', secret: { apiKey: 'key-of-a-provider-0123456789abcdef' } };
    const closed = sample.filter(
      (it) => it.mode === 'read' && refusedBy(api, httpRequestOf(it).path) === 401,
    );
    expect(closed).toHaveLength(refused['401'] ?? 0);
    const credentialReferenceId = await connections.reference(projectId, key);
    const id = connections.idOf(await connections.create({ projectId, connectorId, credentialReferenceId }));
    for (const capability of closed) {
      const selection = await connections.select(capability.id, id);
      const answer = await connections.run(selection, {
        arguments: argumentsFor(capability.inputSchema, 'required'),
      });
      expect(answer, capability.key).toMatchObject({ status: 200, body: { mismatches: [] } });
    }
  });

  /** Returns the expected report of a read, by the mock's answer. */
  function readAs({ body }: Answer, isAsDescribed: (answer: unknown) => boolean): Told {
    const [{ body: said } = { body: '' }, ...more] = mock.answered;
    const kind = said === '' ? 'NOTHING' : body.kind === 'TEXT' ? 'TEXT' : 'JSON';
    const data = kind === 'JSON' ? JSON.parse(said) : kind === 'TEXT' ? said : null;
    const isWhole = body.removedCount === 0 && body.cut === null;
    return {
      status: more.length === 0 ? 200 : 0,
      kind,
      data: isWhole ? data : body.data,
      isAsDescribed: kind !== 'JSON' || isAsDescribed(data),
    };
  }
});

interface Told {
  status: number;
  code?: string;
  /** The status of the mock's answer, if the mock refused. */
  why?: number | undefined;
  kind?: string;
  data?: unknown;
  isAsDescribed?: boolean;
}

// The gateway refuses an operation that needs another credential before it calls the provider.
function refusalFor(why: number): Told {
  if (why === 401) return { status: 409, code: 'connection_unusable', why: undefined };
  return { status: 502, code: 'provider_error', why };
}

function toldBy({ status, body: { code, kind, data, mismatches } }: Answer, mocked?: number): Told {
  if (status !== 200) return { status, code, why: mocked };
  return { status, kind, data, isAsDescribed: mismatches.length === 0 };
}

function nameOf(capability: Capability): string {
  const { method, path } = httpRequestOf(capability);
  return `${method} ${path}`;
}

/** Returns the arguments that the request contains verbatim; none for a read that never reaches its route. */
function textsOf(given: Record<string, unknown>, why: number | null): string[] {
  if (why === 401 || why === 422) return [];
  return Object.values(given)
    .filter((value) => typeof value !== 'object')
    .map(String);
}

function sentIn({ path }: MockProvider['answered'][number]): string[] {
  const { pathname, searchParams } = new URL(path, 'http://a');
  return [...pathname.split('/').map(decodeURIComponent), ...searchParams.values()];
}
