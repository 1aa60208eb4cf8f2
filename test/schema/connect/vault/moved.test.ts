import { describe, expect, it } from 'vitest';
import { seal, sealingBy, UnsealError } from '../../../../db/envelope.ts';
import { CredentialReference } from '../../../../db/models/credential-reference.ts';
import { CredentialVersion } from '../../../../db/models/credential-version.ts';
import type { Context } from '../../../../schema/kernel/context.ts';
import { createSystemContext } from '../../../../schema/command/create-context.ts';
import type { DataKeys } from '../../../../schema/kernel/ports/vault-keys.ts';
import { unsealSecret } from '../../../../schema/connect/vault/envelope.ts';
import { testApp } from '../../../support/app.ts';
import { count } from '../../../support/count.ts';
import { cast, type Cast } from '../../../support/people.ts';

const t = await testApp({}, { isChecked: true });
const { knex } = t.ports.database;
const canary = 'ghp_canary0123456789abcdefghijklmnopqrstuv';
const references = '/api/console/connect/credential-references';

/** Caches no data keys, so that each opening uses the row's own. */
const forgetful: DataKeys = {
  using: async (_id, load, work) => work(sealingBy(await load())),
  drop: () => {},
};

async function fill({ owner, workspaceId: workspace }: Cast): Promise<void> {
  const as = { as: owner, workspace };
  for (const name of ['One', 'Two']) {
    const project = await t.rest('POST', '/api/console/projects', { ...as, body: { name } });
    for (const kind of ['BEARER', 'API_KEY']) {
      const part = kind === 'BEARER' ? 'token' : 'apiKey';
      const body = { projectId: project.body.id, provider: 'github', kind, secret: { [part]: canary } };
      const { id } = (await t.rest('POST', references, { ...as, body })).body;
      await t.rest('POST', `${references}/${id}/versions`, {
        ...as,
        body: { secret: { [part]: `${canary}2` } },
      });
    }
  }
}

await fill(await cast(t));
await fill(await cast(t));
const owners = new Map((await CredentialReference.query(knex)).map((it) => [it.id, it]));
const rows = await CredentialVersion.query(knex).orderBy('id');
const contextOf = ({ workspaceId }: CredentialVersion): Context => ({
  ...createSystemContext(t.ports, 'test', workspaceId),
  dataKeys: forgetful,
});

const withKey = ({ id, version, sealedKey, sealedSecret }: CredentialVersion) => ({
  id,
  version,
  sealedSecret,
  readSealedKey: () => Promise.resolve(sealedKey),
});

async function opened(row: CredentialVersion, sealed: Partial<CredentialVersion> = {}): Promise<string> {
  const owner = owners.get(row.referenceId);
  if (!owner) throw new Error('A version has no reference.');
  const moved = Object.assign(new CredentialVersion(), row, sealed);
  return await unsealSecret(contextOf(row), owner, withKey(moved)).then(
    () => 'opened',
    (error: unknown) => (error instanceof UnsealError ? 'sealed' : String(error)),
  );
}

describe('a sealed value', () => {
  it('opens in its own row', async () => {
    expect(rows).toHaveLength(16);
    expect(new Set(await Promise.all(rows.map(async (row) => await opened(row))))).toEqual(
      new Set(['opened']),
    );
  });

  it('never decrypts if its ciphertext moves between rows, workspaces or versions', async () => {
    const tried = rows.flatMap((to) =>
      rows
        .filter((from) => from.id !== to.id)
        .flatMap(({ sealedKey, sealedSecret }) => [
          async () => await opened(to, { sealedKey, sealedSecret }),
          async () => await opened(to, { sealedKey }),
          async () => await opened(to, { sealedSecret }),
        ]),
    );

    const results = new Map<string, number>();
    for (const attempt of tried) {
      const result = await attempt();
      results.set(result, (results.get(result) ?? 0) + 1);
    }
    expect([...results]).toEqual([['sealed', 16 * 15 * 3]]);
  });

  it('does not open if its row names another project, kind or version', async () => {
    for (const row of rows) {
      const owner = owners.get(row.referenceId);
      const others = [...owners.values()].filter(({ id }) => id !== row.referenceId);
      for (const change of [
        { kind: 'BASIC' as const },
        { projectId: others[0]?.projectId ?? '' },
        { id: others[1]?.id ?? '' },
      ]) {
        const work = unsealSecret(
          contextOf(row),
          Object.assign(new CredentialReference(), owner, change),
          withKey(row),
        );
        if (change.projectId === owner?.projectId) continue;
        await expect(work).rejects.toThrow(UnsealError);
      }
      expect(await opened(row, { version: row.version + 1 })).toBe('sealed');
    }
  });

  it('does not open with any byte changed', async () => {
    for (const row of rows.slice(0, Math.min(16, count(1_600))))
      for (const column of ['sealedKey', 'sealedSecret'] as const) {
        const bytes = row[column] ?? Buffer.alloc(0);
        for (let at = 0; at < bytes.length; at++) {
          const changed = Buffer.from(bytes);
          changed[at] = (changed[at] ?? 0) ^ 1;
          expect(await opened(row, { [column]: changed }), `${column} at ${at}`).toBe('sealed');
        }
      }
  });

  it('has a nonce that never repeats', () => {
    const sealings = count(1_000_000);
    const key = Buffer.alloc(32, 7);
    const nonces = new Set<string>();
    for (let i = 0; i < sealings; i++) nonces.add(seal(key, Buffer.alloc(1), 'n').toString('latin1', 1, 13));

    expect(nonces.size).toBe(sealings);
  });
});
