import { describe, expect, it } from 'vitest';
import { Changes } from '../../../../schema/kernel/changes.ts';

describe('the changes of a transaction', () => {
  it('are reported in detail if one thing changes in a workspace', () => {
    const changes = new Changes();
    changes.add({ workspaceId: 'one', head: '7', only: 'key' }, '12');
    changes.add({ personId: 'ada' }, '12');

    expect(changes.all()).toEqual([
      { changed: { workspaceId: 'one', head: '7', only: 'key' }, transaction: '12' },
      { changed: { personId: 'ada' }, transaction: '12' },
    ]);
  });

  it('are reported once and without detail, with the last position, if several things change in a workspace', () => {
    const changes = new Changes();
    changes.add({ workspaceId: 'one', head: '7', only: 'key' }, '12');
    changes.add({ workspaceId: 'one', head: '8', only: 'key' }, '12');
    changes.add({ workspaceId: 'other', head: '3' }, '12');
    changes.add({ workspaceId: 'other', head: '4', only: 'key' }, '12');

    expect(changes.all().map(({ changed }) => changed)).toEqual([
      { workspaceId: 'one', head: '8' },
      { workspaceId: 'other', head: '4' },
    ]);
  });
});
