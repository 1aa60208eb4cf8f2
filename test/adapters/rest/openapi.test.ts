import { Validator } from '@seriousme/openapi-schema-validator';
import { beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { codesOf } from '../../../adapters/rest/openapi.ts';
import { routes } from '../../../adapters/rest/routes.ts';
import { usualGraceHours } from '../../../schema/keys/api-key/rules.ts';
import { catalogue, type EventType } from '../../../schema/records/event/catalogue.ts';
import { sampleOf } from '../../../schema/records/event/sample.ts';
import { testApp, type Answer, type Request } from '../../support/app.ts';
import { compiled } from '../../support/json-schema.ts';
import { somebody } from '../../support/people.ts';
import { credentialOf, pathOf, rowsWhere, targets } from '../../support/rows.ts';
import { quarter } from '../../support/count.ts';

const t = await testApp();
const at = await targets(t);
const { headers, body: description } = await t.rest('GET', '/openapi.json');

interface Operation {
  operationId: string;
  summary: string;
  tags: string[];
  parameters?: { name: string; in: string; required?: boolean; schema: unknown }[];
  requestBody?: { required?: boolean; content: Record<string, Media> };
  responses: Record<string, { description: string; content: Record<string, Media> }>;
  security: Record<string, string[]>[];
  'x-error-codes': string[];
  'x-required-permission'?: string;
}
interface Media {
  schema: { $ref?: string };
  example?: unknown;
  examples?: unknown;
}

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];
const operations = Object.entries<Record<string, Operation>>(description.paths).flatMap(([path, item]) =>
  Object.entries(item)
    .filter(([key]) => methods.includes(key))
    .map(([method, operation]) => ({ method, path, operation })),
);
const operationOf = (id: string) =>
  operations.find(({ operation }) => operation.operationId === id)?.operation;

describe('the downloadable description', () => {
  it('spec §9: is OpenAPI 3.1 in JSON and in YAML, equal in content', async () => {
    const yaml = await t.inject({ url: '/openapi.yaml' });

    expect(headers['content-type']).toBe('application/json; charset=utf-8');
    expect(String(yaml.headers['content-type'])).toMatch(/^application\/yaml/);
    expect(description.openapi).toMatch(/^3\.1\.\d$/);
    expect(parse(yaml.body)).toEqual(description);
  });

  it('is valid according to a third-party validator', async () => {
    const result = await new Validator().validate(structuredClone(description));

    expect(result).toEqual({ valid: true });
  });

  it('has one operation for every route, each with its own id, and no other', () => {
    const described = operations.map(
      ({ method, path, operation }) => `${operation.operationId} ${method.toUpperCase()} ${path}`,
    );
    const served = routes.map(
      ({ operationId, method, path }) => `${operationId} ${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`,
    );

    expect(described.toSorted()).toEqual(served.toSorted());
    expect(new Set(operations.map(({ operation }) => operation.operationId)).size).toBe(routes.length);
  });

  it('is complete: every reference resolves, every path parameter is described, and every part has a description', () => {
    const references = [...JSON.stringify(description).matchAll(/"\$ref":"([^"]+)"/g)].map(
      ([, ref]) => ref ?? '',
    );
    const lost = [...new Set(references)].filter((reference) => lookUp(reference) === undefined);
    const undescribed = operations.filter(({ path, operation }) => {
      const wanted = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      const given = (operation.parameters ?? []).filter((it) => it.in === 'path' && it.required);
      return wanted.length !== given.length || given.some(({ name }) => !wanted.includes(name));
    });
    const wordless = operations.filter(
      ({ operation: { summary, tags, responses } }) =>
        !summary || tags.length === 0 || Object.values(responses).some((response) => !response.description),
    );

    expect(lost).toEqual([]);
    expect(undescribed).toEqual([]);
    expect(wordless).toEqual([]);
    expect(description.info).toMatchObject({ title: 'Sallyport', version: expect.any(String) });
    expect(description.servers).toEqual([{ url: 'http://localhost:4000' }]);
  });

  it('spec §5: names the credentials, and for each operation the one that it accepts', () => {
    const schemes = description.components.securitySchemes;
    const security = operations.map(({ operation }) => [operation.operationId, operation.security]);

    expect(schemes).toMatchObject({
      session: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
      sandboxKey: { type: 'http', scheme: 'bearer' },
      service: { type: 'http', scheme: 'bearer' },
      mcp: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
      webhookSignature: { type: 'apiKey', in: 'header', name: 'webhook-signature' },
    });
    expect(Object.keys(schemes)).toHaveLength(5);
    expect(Object.fromEntries(security)).toEqual(
      Object.fromEntries(
        routes.map(({ operationId, credential }) => [
          operationId,
          credential === 'none' ? [] : [{ [credential]: [] }],
        ]),
      ),
    );
  });

  it('names the permission of each operation as its verb checks it', () => {
    const permissionOf = (id: string) =>
      operations.find(({ operation }) => operation.operationId === id)?.operation['x-required-permission'];
    const ofKinds =
      'deployments:approve (API_PRODUCT_ACTIVATION), mcp_servers:review (MCP_SERVER), production_access:approve (PRODUCTION_ACCESS), ' +
      'tool_calls:approve (MCP_TOOL_CALL), workspace:delete (WORKSPACE_DELETE)';

    for (const id of ['cancelRequest', 'withdrawProductionAccess'])
      expect(permissionOf(id)).toBe(
        `workspace:read for a person accountable for the request; otherwise approvals:read and that of its kind: ${ofKinds}`,
      );
    expect(permissionOf('approveRequest')).toBe(`approvals:decide and that of its kind: ${ofKinds}`);
    expect(permissionOf('rotateApiKey')).toBe('api_keys:rotate_sandbox or api_keys:rotate_live');
    expect(permissionOf('createApplication')).toBe('applications:write');
  });

  it('exposes nothing internal: no JavaScript bounds, date patterns or alternative names', () => {
    const text = JSON.stringify(description);
    const patterns = [...text.matchAll(/"pattern":"((?:[^"\\]|\\.)*)"/g)].map(([, pattern]) => pattern ?? '');
    const schemas = Object.keys(description.components.schemas);

    expect(text).not.toContain('9007199254740991');
    expect(patterns.filter((pattern) => pattern.length > 60)).toEqual([]);
    expect(schemas.filter((name) => /Input$|^def-|^__/.test(name))).toEqual([]);
    expect(text).not.toMatch(/zod|graphql|pothos|~standard/i);
  });

  it('uses every schema it defines', () => {
    const text = JSON.stringify(description);

    const unused = Object.keys(description.components.schemas).filter(
      (name) => !text.includes(`"#/components/schemas/${name}"`),
    );

    expect(unused).toEqual([]);
  });
});

describe('the webhooks of the description', () => {
  const types = Object.keys(catalogue) as EventType[];
  const bodyOf = (type: EventType) => description.webhooks[type].post.requestBody.content['application/json'];
  const sampleOfType = (type: EventType) =>
    sampleOf(type, {
      id: 'evt_1',
      workspaceId: 'ws_1',
      environment: 'LIVE',
      baseUrl: '',
      now: t.clock.now(),
    });

  it('spec §6: have one entry for each event type, with its meaning', () => {
    const told = Object.entries<{ post: { summary: string } }>(description.webhooks);

    const meanings = Object.entries(catalogue).map(([type, { meaning }]) => [type, meaning]);
    expect(Object.fromEntries(told.map(([type, { post }]) => [type, post.summary]))).toEqual(
      Object.fromEntries(meanings),
    );
  });

  it('spec §6: list their headers, and explain the answers to them', () => {
    const names = Object.values<{ name: string }>(description.components.parameters).map(({ name }) => name);
    const { parameters, responses } = description.webhooks['api_key.rotated'].post;

    expect(parameters.map(({ $ref }: { $ref: string }) => $ref.split('/').at(-1))).toEqual(names);
    expect(names).toEqual([
      'webhook-id',
      'webhook-timestamp',
      'webhook-signature',
      'webhook-event-type',
      'webhook-attempt',
      'webhook-environment',
      'webhook-endpoint-id',
    ]);
    expect(Object.keys(responses)).toEqual(['410', '2XX']);
    expect(lookUp(responses['2XX'].$ref)).toMatchObject({ description: expect.stringMatching(/15 seconds/) });
    expect(lookUp(responses[410].$ref)).toMatchObject({ description: expect.stringMatching(/Disables/) });
  });

  it.each(quarter(types))(
    'spec §6: accept the message of %s, complete or thin, and of no other type',
    (type) => {
      const { components } = description;
      const valid = compiled({ ...bodyOf(type).schema, components });
      const sample = sampleOfType(type);

      expect(valid(sample)).toBe(true);
      expect(valid({ ...sample, data: null, isThin: true })).toBe(true);
      expect(valid({ ...sample, type: 'ping' })).toBe(false);
      expect(valid({ ...sample, data: {} })).toBe(false);
    },
  );
});

describe.each(rowsWhere(({ body }) => body !== undefined))('the body of $method $path', ({ row }) => {
  it('has an example that the operation accepts', () => {
    const media = operationOf(row.operationId)?.requestBody?.content['application/json'];

    expect(media?.example).toBeDefined();
    expect(row.body?.safeParse(media?.example)).toMatchObject({ success: true });
  });

  it('is required if the operation needs it', () => {
    const { requestBody } = operationOf(row.operationId) ?? {};

    expect(requestBody?.required ?? false).toBe(!row.body?.safeParse(undefined).success);
  });
});

describe('the body of a successor', () => {
  it('states how long both keys work, and the default', () => {
    const { graceHours } = description.components.schemas.CreateSuccessor.properties;

    expect(graceHours).toMatchObject({ minimum: 1, maximum: 168, default: usualGraceHours });
    expect(graceHours.description).toContain('both keys work');
  });
});

describe.each(rowsWhere())('the answers of $method $path', ({ row }) => {
  it('have examples', () => {
    const { 204: empty, ...described } = operationOf(row.operationId)?.responses ?? {};
    const responses = Object.values(described);
    const media = responses.flatMap(({ content }) => Object.values(content));

    expect(empty?.content).toBeUndefined();
    // An export has two formats.
    expect(media.length).toBe(responses.length + (row.exported ? 1 : 0));
    expect(media.filter(({ example, examples }) => example === undefined && examples === undefined)).toEqual(
      [],
    );
  });

  it('have consistent examples', () => {
    const answer = operationOf(row.operationId)?.responses[row.status];
    const objects = objectsIn(answer?.content['application/json']?.example);
    const ended = (it: Record<string, unknown>) =>
      Object.keys(it).filter((key) => endings.test(key) && it[key]);

    expect(objects.filter(({ status }) => standing.has(status)).flatMap(ended)).toEqual([]);
    expect(objects.filter(({ role }) => role === 'OWNER')).toEqual([]);
    expect(
      objects.filter(({ valid, ...it }) => valid && (it['environment'] === null || it['problem'])),
    ).toEqual([]);
    expect(objects.filter(({ secret, secretAlreadyReturned: is }) => secret && is)).toEqual([]);
    expect(objects.filter(({ kind, automation }) => kind === 'HUMAN' && automation)).toEqual([]);
  });

  it('list every status of their error codes', () => {
    const operation = operationOf(row.operationId);

    expect(operation?.['x-error-codes']).toEqual(codesOf(row));
    expect(Object.keys(operation?.responses ?? {})).toContain(String(row.status));
  });
});

describe.each(rowsWhere())('$method $path', ({ method, row }) => {
  const seen: Answer[] = [];
  const send = async (request: Request, path = pathOf(row, at)) => {
    const answer = await t.rest(method, path, request);
    seen.push(answer);
  };
  const right = { as: credentialOf(row, at), workspace: undefined };
  const withBody =
    method !== 'GET'
      ? { body: operationOf(row.operationId)?.requestBody?.content['application/json']?.example }
      : {};
  beforeAll(async () => {
    const workspace = 'ws_01kaf5m2jcexxt5s6f3yq4z8rd';
    const missing = row.path.replaceAll(/:\w+/g, 'app_01kaf5m2jcexxt5s6f3yq4z8rd');
    const viewer = await at.cast.as('VIEWER');
    const nowhere = await somebody(t);
    await send({});
    await send({ as: 'nonsense' });
    await send({ ...right, ...withBody }, missing);
    await send({ ...right, ...withBody, headers: { referer: 'https://example.com/?token=secret' } });
    if (row.credential === 'session') {
      await send({ ...right, ...withBody, workspace });
      await send({ as: viewer, workspace: at.cast.workspaceId, ...withBody });
      await send({ as: nowhere, ...withBody });
    }
    if (row.query) await send(right, `${pathOf(row, at)}?limit=0`);
    if (row.query) await send(right, `${pathOf(row, at)}?cursor=!!`);
    if (method !== 'GET') {
      const headers = { 'idempotency-key': `key-${row.operationId}` };
      await send({ ...right, body: '{' });
      await send({ ...right, body: { unknown: 1 } });
      await send({ ...right, body: 'text', headers: { 'content-type': 'text/plain' } });
      await send({ ...right, body: `"${'a'.repeat(1_100_000)}"` });
      await send({ ...right, ...withBody, headers: { 'idempotency-key': 'no good' } });
      await send({ ...right, ...withBody, headers });
      await send({ ...right, ...withBody, headers }, missing);
    }
  });

  it('list 429 for every operation, because every request is counted', () => {
    expect(operations.filter(({ operation }) => !('429' in operation.responses))).toEqual([]);
  });

  it('returns only answers that the description lists, and no internal error', () => {
    const operation = operationOf(row.operationId);
    const unlisted = seen.filter(
      ({ status, body }) =>
        status >= 500 ||
        !(String(status) in (operation?.responses ?? {})) ||
        (status >= 400 && !operation?.['x-error-codes'].includes(body.code)),
    );

    expect(seen.length).toBeGreaterThan(3);
    expect([
      ...new Set(unlisted.map(({ status, body }) => `${status} ${body.code}: ${body.message}`)),
    ]).toEqual([]);
  });
});

/** The statuses of resources that have not ended; `endings` matches the fields that describe an end. */
const standing = new Set<unknown>(['PENDING', 'ACTIVE', 'SUBMITTED']);
const endings =
  /^(ended|decided|revoked|deleted|retires|shreds|orphaned|suspended)At$|^(reason|outcome|revokeReason)$/;

function objectsIn(example: unknown): Record<string, unknown>[] {
  if (typeof example !== 'object' || example === null) return [];
  const parts = Object.values(example).flatMap(objectsIn);
  return Array.isArray(example) ? parts : [example as Record<string, unknown>, ...parts];
}

function lookUp(reference: string): unknown {
  const keys = reference.replace(/^#\//, '').split('/');
  return keys.reduce(
    (value: unknown, key) => (value as Record<string, unknown> | undefined)?.[key],
    description,
  );
}
