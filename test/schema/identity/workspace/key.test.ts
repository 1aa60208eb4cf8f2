import { expect, describe, it } from 'vitest';
import { UnsealError } from '../../../../db/envelope.ts';
import { WorkspaceKey } from '../../../../db/models/workspace-key.ts';
import {
  addWorkspaceKey,
  destroyWorkspaceKeys,
  makeWorkspaceKey,
  sealInWorkspace,
  unsealInWorkspace,
} from '../../../../schema/kernel/workspace-key.ts';
import { testApp } from '../../../support/app.ts';
import { cast } from '../../../support/people.ts';

const t = await testApp();
const { knex } = t.ports.database;
const ctx = { ...t.ports, knex };

async function place(name = 'idempotency/idem_1/answer') {
  const { workspaceId } = await cast(t);
  return { workspaceId, name };
}

describe('the key of a workspace', () => {
  it('is created with it, sealed under the master key, and differs for each workspace', async () => {
    const [one, other] = [await place(), await place()];

    const rows = await WorkspaceKey.query(knex).whereIn('workspaceId', [one.workspaceId, other.workspaceId]);

    expect(rows.map(({ version, destroyedAt }) => [version, destroyedAt])).toEqual([
      [1, null],
      [1, null],
    ]);
    const keys = rows.map(({ workspaceId, sealedKey }) =>
      t.ports.sealing.unseal(sealedKey ?? Buffer.alloc(0), `workspace_key/${workspaceId}/1`).toString('hex'),
    );
    expect(keys[0]).toMatch(/^[0-9a-f]{64}$/);
    expect(keys[0]).not.toBe(keys[1]);
  });

  it('does not open in the row of another workspace', async () => {
    const [one, other] = [await place(), await place()];
    const sealed = await sealInWorkspace(ctx, one, 'hello');
    const row = await WorkspaceKey.query(knex).findOne({ workspaceId: one.workspaceId }).throwIfNotFound();
    await WorkspaceKey.query(knex)
      .where({ workspaceId: other.workspaceId })
      .patch({ sealedKey: row.sealedKey });

    await expect(unsealInWorkspace(ctx, other, sealed)).rejects.toThrow(UnsealError);
  });

  it('is created once, at its first use, if a workspace has none', async () => {
    const at = await place();
    await WorkspaceKey.query(knex).delete().where({ workspaceId: at.workspaceId });

    const sealed = await Promise.all(
      ['a', 'b', 'c'].map(async (text) => await sealInWorkspace(ctx, at, text)),
    );

    const opened = await Promise.all(sealed.map(async (it) => await unsealInWorkspace(ctx, at, it)));
    expect(opened.map(String)).toEqual(['a', 'b', 'c']);
    expect(await WorkspaceKey.query(knex).where({ workspaceId: at.workspaceId })).toHaveLength(1);
  });
});

describe('data sealed under a workspace key', () => {
  it('opens under its own name, whatever its content', async () => {
    const at = await place();

    for (const plaintext of ['', 'Grüße', Buffer.from([0, 255, 10])])
      expect(await unsealInWorkspace(ctx, at, await sealInWorkspace(ctx, at, plaintext))).toEqual(
        Buffer.from(plaintext),
      );
  });

  it('opens under no other name, and not if a bit of it was changed', async () => {
    const at = await place();
    const sealed = await sealInWorkspace(ctx, at, 'hello');
    const changed = Array.from(sealed, (_, index) => {
      const copy = Buffer.from(sealed);
      copy.writeUInt8(copy.readUInt8(index) ^ 1, index);
      return copy;
    });

    await expect(
      unsealInWorkspace(ctx, { ...at, name: 'idempotency/idem_2/answer' }, sealed),
    ).rejects.toThrow(UnsealError);
    for (const copy of [...changed, Buffer.alloc(0), sealed.subarray(0, 20)])
      await expect(unsealInWorkspace(ctx, at, copy)).rejects.toThrow(UnsealError);
  });

  it('never opens after the key is destroyed, and nothing more can be sealed', async () => {
    const at = await place();
    const sealed = await sealInWorkspace(ctx, at, 'hello');

    await destroyWorkspaceKeys(ctx, at.workspaceId);

    await expect(unsealInWorkspace(ctx, at, sealed)).rejects.toThrow('was destroyed');
    await expect(sealInWorkspace(ctx, at, 'more')).rejects.toThrow('was destroyed');
    expect(await makeWorkspaceKey(ctx, at.workspaceId)).toMatchObject({ sealedKey: null });
    expect(await addWorkspaceKey(ctx, at.workspaceId)).toBeNull();
  });

  it('cannot be created if the workspace had no key when its keys were destroyed', async () => {
    const at = await place();
    await WorkspaceKey.query(knex).delete().where({ workspaceId: at.workspaceId });

    await destroyWorkspaceKeys(ctx, at.workspaceId);

    await expect(sealInWorkspace(ctx, at, 'more')).rejects.toThrow('was destroyed');
  });
});
