import { describe, expect, it, vi } from 'vitest';
import { Workspace } from '../../../db/models/workspace.ts';
import type { Context } from '../../../schema/kernel/context.ts';
import { createContext, nobody } from '../../../schema/command/create-context.ts';
import { testApp } from '../../support/app.ts';
import { somebody } from '../../support/people.ts';

const t = await testApp();
const { ownWorkspaceId: id } = await somebody(t);

function context(): Context {
  return createContext(t.ports, nobody());
}

async function nameNow(): Promise<string | undefined> {
  return (await Workspace.query(t.ports.database.knex).findById(id))?.name;
}

describe('ctx.transaction', () => {
  it('runs the steps registered with afterCommit after the commit, in order, and awaits them', async () => {
    const seen: (string | undefined)[] = [];

    const result = await context().transaction(async (tx) => {
      tx.afterCommit('first', async () => void seen.push(await nameNow()));
      tx.afterCommit('second', async () => void seen.push('second'));
      tx.afterCommit('second', async () => void seen.push('once more'));
      return await Workspace.change(tx.knex, id, t.clock.now(), { name: 'After the commit' });
    });

    expect(result.name).toBe('After the commit');
    expect(seen).toEqual(['After the commit', 'second']);
  });

  it('runs no step of a transaction that was rolled back', async () => {
    const before = await nameNow();
    const seen: string[] = [];

    const attempt = context().transaction(async (tx) => {
      tx.afterCommit('never', async () => void seen.push('never'));
      await Workspace.change(tx.knex, id, t.clock.now(), { name: 'Rolled back' });
      throw new Error('No.');
    });

    await expect(attempt).rejects.toThrow('No.');
    expect(seen).toEqual([]);
    expect(await nameNow()).toBe(before);
  });

  it('clears the snapshot cache only if the outcome of the commit is unknown', async () => {
    const forgetting = vi.spyOn(t.ports.snapshots, 'clear');
    const refusedAtItsEnd = context().transaction(async (tx) => {
      await tx.knex.raw('create temporary table twice (id int unique deferrable initially deferred)');
      await tx.knex.raw('insert into twice values (1), (1)');
      return {};
    });
    await expect(refusedAtItsEnd).rejects.toThrow('twice');
    expect(forgetting).toHaveBeenCalledOnce();

    const refusedBefore = context().transaction(async () => await Promise.reject(new Error('No.')));
    await expect(refusedBefore).rejects.toThrow('No.');
    expect(forgetting).toHaveBeenCalledOnce();
  });

  it('increments the row version with every change', async () => {
    const version = async () => (await Workspace.query(t.ports.database.knex).findById(id))?.rowVersion ?? 0;
    const before = await version();

    await context().transaction(
      async (tx) => await Workspace.change(tx.knex, id, t.clock.now(), { name: 'Again' }),
    );

    expect(await version()).toBe(before + 1);
  });
});
