import { readFileSync } from 'node:fs';
import { getNamedType, isObjectType, type GraphQLField } from 'graphql';
import { describe, expect, it } from 'vitest';
import { AuditEntry } from '../../db/models/audit.ts';
import { Event } from '../../db/models/event.ts';
import { testApp, type Answer } from '../support/app.ts';
import { contentsOf } from '../support/contents.ts';
import { isMutation, rootFields, scopesOf } from './matrix.cells.ts';
import { documentOf, titleOf } from './matrix.documents.ts';
import { rows, type Row } from './matrix.inputs.ts';
import { ownersWorld } from './matrix.world.ts';
import { quarter } from '../support/count.ts';

const t = await testApp({ EGRESS_ALLOWED_HOSTS: '127.0.0.1' });
const { database } = t.ports;
const { here, caller } = await ownersWorld(t);

const titled = rows
  // Commands of agents are tested in test/schema/agents/mcp-tool-call.
  .filter((row) => isMutation(row) && row.ends === undefined && row.toAgents === undefined)
  .map((row) => ({ row, title: titleOf(row) }));
const isPublic = (row: Row) => scopesOf(row).public === true;
const endsItsSession = ({ operation }: Row) => operation === 'signOut';

const isStored = (row: Row) => !isPublic(row) && !endsItsSession(row) && !row.storesNothing;

describe.each(quarter(titled.filter(({ row }) => isStored(row))))('$title', ({ row }) => {
  it('runs once under one Idempotency-Key: the replay returns the same object, is marked, and writes nothing', async () => {
    const send = await twice(row);
    const before = await told();

    const first = await send();
    const [after, contents] = [await told(), await contentsOf(database)];
    const again = await send();

    const shown = row.shows ?? 'secret';
    const { [shown]: secret, secretAlreadyReturned, ...object } = objectOf(row, first);
    const hasSecret = secretAlreadyReturned !== undefined;
    expect(after.entries).toBeGreaterThan(before.entries);
    expect(objectOf(row, again)).toEqual({
      ...object,
      ...(hasSecret && { [shown]: null, secretAlreadyReturned: true }),
      ...(row.forgets && { [row.forgets]: null }),
    });
    expect([typeof secret, secretAlreadyReturned]).toEqual(
      hasSecret ? ['string', false] : ['undefined', undefined],
    );
    expect(await told()).toEqual(after);
    expect(await contentsOf(database)).toEqual(contents);
    expect([first, again].map(({ headers }) => headers['idempotent-replayed'])).toEqual([undefined, 'true']);
  });
});

describe.each(titled.filter(({ row }) => isPublic(row)))('$title', ({ row }) => {
  it('is public, so it takes no Idempotency-Key', async () => {
    const send = await twice(row);

    const answers = [await send(), await send()];

    expect(answers.map(({ headers }) => headers['idempotent-replayed'])).toEqual([undefined, undefined]);
    expect(readFileSync('docs/decisions/0010-idempotency-keeps-references.md', 'utf8')).toContain(
      `\`${row.operation}\``,
    );
  });
});

describe.each(titled.filter(({ row }) => row.storesNothing))('$title', ({ row }) => {
  it('stores nothing, so it runs each time', async () => {
    const send = await twice(row);
    const [before, contents] = [await told(), await contentsOf(database)];

    const answers = [await send(), await send()];

    expect(answers.map((answer) => objectOf(row, answer))).toEqual([expect.anything(), expect.anything()]);
    expect(answers.map(({ headers }) => headers['idempotent-replayed'])).toEqual([undefined, undefined]);
    expect(await told()).toEqual(before);
    expect(await contentsOf(database)).toEqual(contents);
  });
});

describe.each(titled.filter(({ row }) => endsItsSession(row)))('$title', ({ row }) => {
  it('ends the session that would repeat it', async () => {
    const send = await twice(row);

    const answers = [await send(), await send()];

    expect(answers.map(({ status }) => status)).toEqual([200, 401]);
  });
});

/** Returns a function that sends the command with the same key and the same input each time. */
async function twice(row: Row): Promise<() => Promise<Answer>> {
  const { token, workspace, ...calling } = row.spendsCaller ? await caller.another() : caller;
  const variables = row.args((await row.subject?.(here, calling)) ?? {});
  const field = rootFields.get(row.operation);
  if (!field) throw new Error(`There is no operation ${row.operation}.`);
  const query = documentOf(row, partsOf(field));
  const headers = { 'idempotency-key': `once-${row.operation}-${row.of ?? ''}`.replaceAll(/[^\w-]/g, '') };
  return async () => await t.graphql(query, variables, { as: token, workspace, headers });
}

/** Selects the whole payload: values, objects by their ids, and objects without an id by all their fields. */
function partsOf({ type }: GraphQLField<unknown, unknown>): string {
  const payload = getNamedType(type);
  if (!isObjectType(payload)) throw new Error('A mutation answers with a payload.');
  const parts = Object.values(payload.getFields()).map((field) => {
    const object = getNamedType(field.type);
    if (!isObjectType(object)) return field.name;
    return `${field.name} ${'id' in object.getFields() ? '{ id }' : partsOf(field)}`;
  });
  return `{ ${parts.join(' ')} }`;
}

function objectOf({ operation }: Row, { body }: Answer): Record<string, unknown> {
  if (body.errors) throw new Error(`${operation} was refused: ${JSON.stringify(body.errors)}`);
  return body.data[operation];
}

async function told(): Promise<{ entries: number; events: number }> {
  const { knex } = database;
  return {
    entries: await AuditEntry.query(knex).resultSize(),
    events: await Event.query(knex).resultSize(),
  };
}
