import { randomBytes } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { Capability } from '../../../../db/models/capability.ts';
import type { MemberCaller } from '../../../../schema/kernel/access/caller.ts';
import type { Context } from '../../../../schema/kernel/context.ts';
import { createContext, nobody } from '../../../../schema/command/create-context.ts';
import { sealJson } from '../../../../schema/kernel/sealed.ts';
import { mintSelection, readSelection } from '../../../../schema/connect/selection/handle.ts';
import type { Selectable } from '../../../../schema/connect/selection/selection.ts';
import { agentOf } from '../../../support/agents.ts';
import { testApp } from '../../../support/app.ts';
import { grantedWorld } from '../../../support/granted.ts';
import { mcpOf } from '../../../support/mcp.ts';

const t = await testApp({ EGRESS_ALLOWED_HOSTS: '127.0.0.1', ACCESS_TOKEN_TTL_SECONDS: '3600' });
const { place, agent, act, shop, servers, listOrders } = await grantedWorld(t);
const { connections, connectionId } = servers;
const { knex } = t.ports.database;
const again = / Search or describe again\.$/;

beforeEach(() => void (shop.asked.length = 0));

/** Returns the context of a member; a selection reads only the member's id from it. */
function contextOf(personId: string, workspaceId: string = place.workspaceId): Context {
  const caller = { kind: 'PERSON', personId } as MemberCaller;
  return { ...createContext(t.ports, nobody(), caller), workspaceId };
}

const bound = {
  subject: 'per_1',
  workspaceId: 'ws_1',
  connectionId: 'conn_01kaf5m2jcexxt5s6f3yq4z8rd',
  capabilityId: 'cap_01kaf5m2jcexxt5s6f3yq4z8re',
  versionId: null as string | null,
  digest: 'ab'.repeat(32),
  mode: 'read' as 'read' | 'write',
  rows: 20,
};

/** Makes a selection for `made`, and reads it with the caller and the capability of `found`. */
async function readAs(made: typeof bound, found: typeof bound, change = (text: string) => text) {
  const described = { ...made, id: made.capabilityId, digest: Buffer.from(made.digest, 'hex') };
  const { selection } = mintSelection(contextOf(made.subject, made.workspaceId), described, made);
  const among = async (): Promise<Selectable[]> => [found];
  return await readSelection(
    contextOf(found.subject, found.workspaceId),
    { selection: change(selection) },
    among,
  );
}

describe('the binding of a selection', () => {
  it('admits the same caller and the same capability', async () => {
    const { subject, workspaceId, connectionId: through, capabilityId, digest, rows } = bound;

    expect(await readAs(bound, bound)).toMatchObject({
      subject,
      workspaceId,
      connectionId: through,
      capabilityId,
      digest,
      rows,
      versionId: null,
      mode: 'read',
    });
  });

  it.each<[string, Partial<typeof bound>]>([
    ['who looked', { subject: 'per_2' }],
    ['the workspace', { workspaceId: 'ws_2' }],
    ['the whole id of the connection', { connectionId: 'conn_01kaf5m2jcexxt5s6f3yq5z8rd' }],
    ['the whole id of the capability', { capabilityId: 'cap_01kaf5m2jcexxt5s6f3yr4z8re' }],
    ['the version that offers it', { versionId: 'mcpv_1' }],
    ['the description', { digest: 'ab'.repeat(31) + 'ac' }],
    ['the mode', { mode: 'write' }],
  ])('covers %s', async (_what, other) => {
    await expect(readAs(bound, { ...bound, ...other })).rejects.toMatchObject({
      code: 'selection_stale',
      message: expect.stringMatching(again),
    });
    await expect(readAs({ ...bound, ...other }, bound)).rejects.toMatchObject({ code: 'selection_stale' });
  });

  it('covers its rows and its expiry: changed digits are rejected even with a valid check', async () => {
    const digits = '0123456789abcdefghjkmnpqrstvwxyz';
    const { selection } = mintSelection(contextOf('per_1'), await capability(), { connectionId, rows: 20 });
    const among = async (): Promise<Selectable[]> => [await selectable()];
    let refused = 0;
    for (let at = 13; at < 18; at += 1)
      for (const digit of digits.replace(selection[at] ?? '', '')) {
        const body = selection.slice(0, at) + digit + selection.slice(at + 1, -2);
        for (const check of await checksOf(body))
          await readSelection(contextOf('per_1'), { selection: body + check }, among).catch(() => {
            refused += 1;
          });
      }

    expect(refused).toBe(5 * 31);
  });

  it('covers the key of the installation', async () => {
    const made = { ...contextOf('per_1'), keyedHash: () => randomBytes(32) };
    const { selection } = mintSelection(made, await capability(), { connectionId, rows: 20 });

    await expect(
      readSelection(contextOf('per_1'), { selection }, async () => [await selectable()]),
    ).rejects.toMatchObject({ code: 'selection_stale' });
  });
});

describe('a selection', () => {
  it('has at most 40 characters, and is the same on REST, MCP of both eras, GraphQL and the console', async () => {
    const { token } = await agent();
    const mcp = mcpOf(t, token);
    const session = await mcp.begin();
    const call = { name: 'describe_capability', arguments: { id: listOrders } };
    const texts = [
      (await agentOf(t, token).describe(listOrders)).body.selection.selection,
      (await mcp.modern('tools/call', call)).body.result.structuredContent.selection.selection,
      (await mcp.legacy(session, 'tools/call', call)).body.result.structuredContent.selection.selection,
    ];
    const ofMember = await connections.select(listOrders, connectionId);

    for (const text of [...texts, ofMember]) expect(text).toMatch(/^sel_[0-9a-hjkmnp-tv-z]{36}$/);
    for (const selection of texts)
      expect(await agentOf(t, token).read(listOrders, { selection })).toMatchObject({ status: 200 });
    expect(await connections.run(ofMember)).toMatchObject({ status: 200 });
  });

  it('works for its own caller, and for no other caller who may read the same', async () => {
    const [one, other] = [await agent(), await agent()];
    const { selection } = (await agentOf(t, one.token).describe(listOrders)).body.selection;
    const ofMember = await connections.select(listOrders, connectionId);

    for (const refused of [
      await agentOf(t, other.token).read(listOrders, { selection }),
      await agentOf(t, one.token).read(listOrders, { selection: ofMember }),
      await connections.run(selection),
    ])
      expect(refused).toMatchObject({
        status: 409,
        body: { code: 'selection_stale', detail: expect.stringMatching(again) },
      });
    expect(shop.asked).toEqual([]);
  });

  it('with one mistyped character is rejected with advice', async () => {
    const { token } = await agent();
    const { selection } = (await agentOf(t, token).describe(listOrders)).body.selection as {
      selection: string;
    };
    for (let at = 4; at < selection.length; at += 1) {
      const typo = selection.slice(0, at) + (selection[at] === '7' ? 'k' : '7') + selection.slice(at + 1);

      expect(await agentOf(t, token).read(listOrders, { selection: typo }), typo).toMatchObject({
        status: 409,
        body: { code: 'selection_stale', detail: expect.stringMatching(again) },
      });
    }
    expect(await agentOf(t, token).read(listOrders, { selection })).toMatchObject({ status: 200 });
  });

  it('is stored nowhere: searches and descriptions only read', async () => {
    const { token } = await agent();
    const statements: string[] = [];
    const listen = ({ sql }: { sql: string }) => void statements.push(sql);
    for (const { ports } of t.instances) ports.database.knex.on('query', listen);
    const mcp = mcpOf(t, token);
    await mcp.call('search_capabilities', { query: 'orders' });
    await mcp.call('describe_capability', { id: listOrders });
    for (const { ports } of t.instances) ports.database.knex.off('query', listen);
    const written = statements.filter((sql) => /^\s*(?:insert|update|delete)\b/i.test(sql));

    expect(written.filter((sql) => !/key_use|instance_lease|last_used/.test(sql))).toEqual([]);
  });

  it('is rejected once its grant is revoked', async () => {
    const { token, credentialId, granted } = await agent();
    const own = agentOf(t, token);
    const { selection } = (await own.describe(listOrders)).body.selection;
    await act(`grants/${granted['listOrders']}/revoke`);

    expect(await own.read(listOrders, { selection })).toMatchObject({ status: 409 });
    const server = (await own.search()).body.data;
    expect(server).toEqual([]);
    expect(shop.asked).toEqual([]);
    expect(credentialId).toMatch(/^mcpc_/);
  });
});

describe('a selection of the previous release', () => {
  it('works with the rows that it was made with', async () => {
    const { token, credentialId } = await agent();
    const { capabilityId, versionId, digest, mode } = await selectable(credentialId);
    const longOf = (more: object) => longText({ subject: credentialId, versionId, ...more });
    const own = agentOf(t, token);

    expect(longOf({}).length).toBeGreaterThan(400);
    expect({ capabilityId, mode, digest: digest.length }).toEqual({
      capabilityId: listOrders,
      mode: 'read',
      digest: 64,
    });
    expect((await own.read(listOrders, { selection: longOf({}) })).body.cut).toMatchObject({ shown: 7 });
    for (const refused of [
      longOf({ subject: 'mcpc_other' }),
      longOf({ workspaceId: 'ws_other' }),
      longOf({ expires: t.clock.now().getTime() }),
      longOf({ digest: 'ab'.repeat(32) }),
      longOf({ versionId: null }),
      longOf({ versionId: 'mcpv_other' }),
      `${longOf({}).slice(0, -8)}AAAAAAAA`,
    ])
      expect(await own.read(listOrders, { selection: refused })).toMatchObject({
        status: 409,
        body: { code: 'selection_stale' },
      });
  });

  function longText(more: object): string {
    const sealed = sealJson(t.ports.sealing, 'selection', {
      workspaceId: place.workspaceId,
      connectionId,
      capabilityId: listOrders,
      digest: digestNow,
      mode: 'read',
      bounds: { rows: 7, bytes: 262_144, seconds: 15 },
      expires: t.clock.now().getTime() + 60_000,
      ...more,
    });
    return `sel_${sealed.toString('base64url')}`;
  }
});

async function capability(): Promise<Capability> {
  return await Capability.query(knex).findById(listOrders).throwIfNotFound();
}

const digestNow = (await capability()).digest.toString('hex');

async function selectable(credentialId?: string): Promise<Selectable> {
  const { id: capabilityId, digest, mode } = await capability();
  const granted = credentialId && (await knex('mcp_grant').where({ credential_id: credentialId }).first());
  const versionId = granted ? (granted.version_id ?? granted.versionId) : null;
  return { connectionId, capabilityId, versionId, digest: digest.toString('hex'), mode };
}

// The check is not secret, so a forger can compute it.
async function checksOf(body: string): Promise<string[]> {
  const { crc32 } = await import('node:zlib');
  const digits = '0123456789abcdefghjkmnpqrstvwxyz';
  const value = crc32(body) & 1_023;
  return [`${digits[value >> 5]}${digits[value & 31]}`];
}
