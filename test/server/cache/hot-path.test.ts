import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { newId } from '../../../schema/values/id.ts';
import { agentOf } from '../../support/agents.ts';
import { testApp } from '../../support/app.ts';
import { automationOf } from '../../support/automations.ts';
import { grantedWorld } from '../../support/granted.ts';
import { applicationWithKey } from '../../support/people.ts';

const t = await testApp({ EGRESS_ALLOWED_HOSTS: '127.0.0.1' });
const world = await grantedWorld(t);
const { place } = world;
const { secret } = await applicationWithKey(t, place);

afterEach(() => {
  vi.restoreAllMocks();
  syncBuiltinESMExports();
});

const nothingRead = '{ __typename }';
const asMember = async (token: string) =>
  await t.graphql(nothingRead, {}, { as: token, workspace: place.workspaceId });

type Ask = () => Promise<{ status: number }>;

const byKey: Ask = async () =>
  await t.rest('POST', '/v1/sandbox/echo', { as: secret, body: { message: 'm' } });

const callers: Record<string, () => Promise<Ask>> = {
  'a key': async () => byKey,
  'a session': async () => async () => await asMember(place.owner.token),
  'an automation': async () => {
    const { token } = await automationOf(t, place);
    return async () => await asMember(token);
  },
  'an agent': async () => {
    const { token } = await world.agent();
    return async () => await agentOf(t, token).toolCall(newId('mcpToolCall'));
  },
};

/** Queries about the resource of a request, not about its caller. */
const ownReads: Record<string, number> = { 'an agent': 1 };

describe.each(Object.entries(callers))('a request by %s with a cached snapshot', (who, caller) => {
  it('queries the database for nothing about its caller', async () => {
    const ask = await caller();
    await t.look();
    for (const _ of t.instances) await ask();

    const statements = await t.statementsOf(async () => {
      for (let times = 0; times < 3; times += 1) expect((await ask()).status).not.toBe(401);
    });

    expect(statements).toHaveLength(3 * (ownReads[who] ?? 0));
    expect(statements.filter((sql) => !sql.includes('"mcp_tool_call"'))).toEqual([]);
  });
});

describe('a request by a key', () => {
  it('needs no query after another key of the workspace was rotated', async () => {
    const other = await applicationWithKey(t, place);
    const as = { as: place.owner, workspace: place.workspaceId };
    const rotated = `/api/console/applications/${other.applicationId}/keys/${other.keyId}/rotate`;
    expect((await t.rest('POST', rotated, as)).status).toBe(200);
    await byKey();
    expect((await t.rest('POST', rotated, as)).status).toBe(200);

    const statements = await t.statementsOf(async () => expect((await byKey()).status).toBe(200));

    expect(statements).toEqual([]);
  });

  it('computes one hash', async () => {
    await byKey();
    const made = [vi.spyOn(crypto, 'hash'), vi.spyOn(crypto, 'createHash'), vi.spyOn(crypto, 'createHmac')];
    syncBuiltinESMExports();

    // Inside `statementsOf` the cache is not checked, so no row is evaluated again.
    await t.statementsOf(byKey);

    expect(made.map(({ mock }) => mock.calls.length)).toEqual([1, 0, 0]);
  });
});
