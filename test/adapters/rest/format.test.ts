import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Route } from '../../../adapters/rest/route.ts';
import { routes } from '../../../adapters/rest/routes.ts';
import { cellsOf, sharedIds } from '../../schema/matrix.cells.ts';
import { rows } from '../../schema/matrix.inputs.ts';
import { matrixWorld } from '../../schema/matrix.world.ts';
import { quarter, some } from '../../support/count.ts';
import { testApp, type Answer } from '../../support/app.ts';
import { expectedOf, operationOf, send, type Sent, withQuery } from './matrix.send.ts';

const t = await testApp({ EGRESS_ALLOWED_HOSTS: '127.0.0.1' });
const { here, there, callers } = await matrixWorld(t);

interface Field {
  path: (string | number)[];
  types: Set<string>;
}

interface Schema {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
}

function fieldsOf(schema: z.ZodType): Field[] {
  const { $defs = {}, ...root } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  const resolve = (it: Schema): Schema => {
    const { $ref, anyOf, properties, items, ...rest } = it;
    if ($ref) return resolve($defs[$ref.split('/').at(-1) ?? ''] as Schema);
    return {
      ...rest,
      ...(anyOf && { anyOf: anyOf.map(resolve) }),
      ...(items && { items: resolve(items) }),
      ...(properties && {
        properties: Object.fromEntries(Object.entries(properties).map(([name, of]) => [name, resolve(of)])),
      }),
    };
  };
  const fields = below(resolve(root as Schema), []);
  const names = fields.map(pointerTo);
  return fields.filter((field, at) => names.indexOf(pointerTo(field)) === at);
}

/** Returns every field of the schema, at any depth. */
function below(schema: Schema, path: Field['path']): Field[] {
  const options = [schema, ...(schema.anyOf ?? [])];
  return options.flatMap(({ properties = {}, items }) => [
    ...Object.entries(properties).flatMap(([name, of]) => fieldAt(of, [...path, name])),
    ...(items ? fieldAt(items, [...path, 0]) : []),
  ]);
}

const fieldAt = (schema: Schema, path: Field['path']): Field[] => [
  { path, types: typesOf(schema) },
  ...below(schema, path),
];

function typesOf({ type, enum: values, const: one, anyOf = [] }: Schema): Set<string> {
  const own = [type ?? []].flat();
  const listed = (values ?? (one === undefined ? [] : [one])).map((it) => typeof it);
  return new Set([...own, ...listed, ...anyOf.flatMap((it) => [...typesOf(it)])]);
}

/** Returns a value of a type that the field does not accept; undefined if it accepts any type. */
function wrongValue({ types }: Field): unknown {
  const values = { object: {}, string: 'no such value', boolean: true, array: [] };
  if (types.size === 0) return undefined;
  return Object.entries(values).find(([type]) => !types.has(type))?.[1];
}

const pointerTo = ({ path }: Field) => path.map((part) => `/${part}`).join('');

/** Returns the body with the value at the path, and creates missing parents. */
function withValue(body: unknown, [part, ...rest]: Field['path'], value: unknown): unknown {
  if (part === undefined) return value;
  if (typeof part === 'number') return [withValue((body as unknown[] | undefined)?.[0], rest, value)];
  const object = (typeof body === 'object' ? body : {}) as Record<string, unknown>;
  return { ...object, [part]: withValue(object[part], rest, value) };
}

/** Returns a function that sends a valid request by a permitted caller, after `spoil` has changed it. */
async function senderTo(route: Route) {
  const row = rows.find(({ operation }) => operation === operationOf(route));
  const cells = row ? cellsOf(row, callers) : [];
  const isRefused = /^40[13]/;
  const cell = cells.find((it) => it.which === 'own' && !isRefused.test(expectedOf(route)(it)));
  if (!row || !cell) throw new Error(`Nobody may ${route.method} ${route.path}.`);
  const { own } = await sharedIds(row, here, there);
  return async (spoil: (sent: Sent) => Sent) => await send(t, route, cell.caller, row.args(own), own, spoil);
}

const titled = (taking: 'body' | 'query') =>
  routes
    .filter((route) => route[taking])
    .map((route) => ({
      route,
      title: `${route.method} ${route.path}`,
      fields: fieldsOf(route[taking] as z.ZodType),
    }));

describe.each(quarter(titled('body')))('$title', ({ route, fields }) => {
  it('422 with a pointer for a wrong value of a field of the body', async () => {
    const sendTo = await senderTo(route);
    const tried = some(
      fields.filter((field) => wrongValue(field) !== undefined),
      5,
    );
    const answers: [string, ReturnType<typeof summaryOf>][] = [];
    for (const field of tried) {
      const answer = await sendTo((sent) => ({
        ...sent,
        body: withValue(sent.body, field.path, wrongValue(field)),
      }));
      answers.push([pointerTo(field), summaryOf(answer, pointerTo(field))]);
    }

    expect(answers).toEqual(tried.map((field) => [pointerTo(field), '422 validation_failed']));
  });

  it('answers an invalid text with a finding, and never with an internal message', async () => {
    const sendTo = await senderTo(route);
    const texts = some(
      fields.filter(({ types }) => types.has('string')),
      3,
    );
    const answers: [string, string][] = [];
    for (const field of texts)
      for (const text of ['yesterday \u0007', '', 'x'.repeat(5000)]) {
        const { status, body } = await sendTo((sent) => ({
          ...sent,
          body: withValue(sent.body, field.path, text),
        }));
        const isUnread = status === 400 && body.code !== 'invalid_cursor';
        if (isUnread || status >= 500 || (status === 422 && !body.errors?.length))
          answers.push([
            `${pointerTo(field)} ${JSON.stringify(text.slice(0, 20))}`,
            `${status} ${body.detail}`,
          ]);
      }

    expect(answers).toEqual([]);
  });
});

it('an invalid timestamp has a single finding', async () => {
  const at = '/api/console/webhooks/endpoints/:id/replay';
  const sendTo = await senderTo(routes.find(({ path }) => path === at) as Route);
  const found = async (since: string) => (await sendTo((sent) => ({ ...sent, body: { since } }))).body.errors;

  expect(await found('yesterday')).toMatchObject([
    { pointer: '/since', message: expect.stringMatching(/^must be a timestamp such as/) },
  ]);
  expect(await found('1969-12-31T23:59:59Z')).toMatchObject([
    { pointer: '/since', message: 'must be a timestamp from 1970 on' },
  ]);
});

describe.each(quarter(titled('query')))('$title', ({ route, fields }) => {
  it('422 with a pointer for a wrong value of each query parameter', async () => {
    const sendTo = await senderTo(route);
    const answers: [string, string][] = [];
    for (const field of fields) {
      const parameter = String(field.path[0]);
      const query = new URLSearchParams([
        [parameter, 'no such value'],
        [parameter, 'nor this'],
      ]);
      const answer = await sendTo((sent) => ({ ...sent, path: withQuery(sent.path, String(query)) }));
      answers.push([pointerTo(field), summaryOf(answer, pointerTo(field))]);
    }

    expect(answers).toEqual(fields.map((field) => [pointerTo(field), '422 validation_failed']));
  });
});

/** Returns the status and code, and whether the refusal points to the field. */
function summaryOf({ status, body }: Answer, pointer: string): string {
  const errors = (body?.errors ?? []) as { pointer: string }[];
  const points = errors.some((it) => it.pointer === pointer);
  return `${status} ${body?.code}${points ? '' : `, not at it: ${JSON.stringify(body).slice(0, 300)}`}`;
}
