import { describe, expect, it } from 'vitest';
import { ApiKeyUse } from '../../db/models/api-key-use.ts';
import { ApiKey } from '../../db/models/api-key.ts';
import { Application } from '../../db/models/application.ts';
import { Member } from '../../db/models/member.ts';
import { Person } from '../../db/models/person.ts';
import { newId } from '../../schema/values/id.ts';
import { mintSecret } from '../../schema/values/secret.ts';
import { testApp } from '../support/app.ts';
import { cast } from '../support/people.ts';

// One instance, because the caches of several would change the counts.
const t = await testApp({}, { instances: 1 });
const { knex } = t.ports.database;
const { owner, workspaceId } = await cast(t);
const times = { createdAt: t.clock.now(), updatedAt: t.clock.now() };

// A hundred of each kind, none shared, so that no read serves two of them.
for (let made = 0; made < 100; made += 1) await makeKey(made);

/** Creates a key that was used, with its own application and its own creator. */
async function makeKey(number: number): Promise<void> {
  const [personId, memberId, applicationId, keyId] = [
    newId('person'),
    newId('member'),
    newId('application'),
    newId('apiKey'),
  ];
  const { digest, prefix, lastFour } = mintSecret('ak_sandbox');
  const since = { roleSince: times.createdAt, activeSince: times.createdAt, joinedAt: times.createdAt };
  const email = `${number}@example.com`;
  const key = { name: 'ci', scopes: ['read'], environment: 'SANDBOX', status: 'ACTIVE', version: 1 } as const;
  await knex.transaction(async (trx) => {
    await Person.query(trx).insert({
      id: personId,
      email,
      emailKey: email,
      name: 'Someone',
      passwordHash: '-',
      ...times,
    });
    await Member.query(trx).insert({
      id: memberId,
      workspaceId,
      personId,
      kind: 'HUMAN',
      role: 'DEVELOPER',
      status: 'ACTIVE',
      ...since,
      activePosition: 1,
      rolePosition: 1,
      ...times,
    });
    await Application.query(trx).insert({
      id: applicationId,
      workspaceId,
      name: 'Checkout',
      description: '',
      status: 'ACTIVE',
      createdBy: memberId,
      ...times,
    });
    await ApiKey.query(trx).insert({
      id: keyId,
      workspaceId,
      applicationId,
      ...key,
      scopes: ['read'],
      digest,
      prefix,
      lastFour,
      createdBy: memberId,
      seenBy: [personId],
      ...times,
    });
    await ApiKeyUse.query(trx).insert({ id: keyId, lastUsedAt: times.createdAt, ...times });
  });
}

/** Returns the answer of an operation and its number of queries. */
async function counted(query: string, variables: Record<string, unknown> = {}) {
  let queries = 0;
  const count = () => void (queries += 1);
  knex.on('query', count);
  const { body } = await t.graphql(query, variables, { as: owner, workspace: workspaceId });
  knex.off('query', count);
  return { queries, data: body.data, errors: body.errors };
}

// Repeats the operation: the caller is read at first, and again when the lease ends on a busy machine.
async function fewest(query: string, variables: Record<string, unknown>) {
  const runs = [
    await counted(query, variables),
    await counted(query, variables),
    await counted(query, variables),
  ];
  return runs.reduce((least, run) => (run.queries < least.queries ? run : least));
}

const keys = `query ($first: Int) { apiKeys(first: $first) { edges { node {
  name effectiveStatus lastUsedAt application { name } createdBy { role }
} } } }`;
const members = `query ($first: Int) { members(first: $first) { edges { node { role person { name email } } } } }`;

// oxfmt-ignore
const lists = [
  { list: 'apiKeys', what: 'keys with their applications, creators and last use', query: keys,    most: 6 },
  { list: 'members', what: 'members with their persons',                          query: members, most: 4 },
];

describe('the number of queries', () => {
  it.each(lists)('is the same for 10 and for 100 $what', async ({ list, query, most }) => {
    const ten = await fewest(query, { first: 10 });
    const hundred = await fewest(query, { first: 100 });

    expect(hundred.errors).toBeUndefined();
    expect(ten.data[list].edges).toHaveLength(10);
    expect(hundred.data[list].edges).toHaveLength(100);
    expect(hundred.queries).toBe(ten.queries);
    expect(hundred.queries).toBeLessThanOrEqual(most);
  });

  it('is at most six for `me` with all its parts', async () => {
    const me = await counted(
      `{ me { person { name } workspace { name } member { role } permissions memberships { role } session { amr } } }`,
    );

    expect(me.data.me).toMatchObject({ person: { name: 'Owner' }, member: { role: 'OWNER' } });
    expect(me.queries).toBeLessThanOrEqual(6);
  });
});
