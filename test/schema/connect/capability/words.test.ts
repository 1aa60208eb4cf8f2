import { describe, expect, it } from 'vitest';
import { buildSegment } from '../../../../schema/connect/capability/build-segment.ts';
import { rank } from '../../../../schema/connect/capability/rank.ts';
import type { Scope } from '../../../../schema/connect/capability/scope.ts';

const operations = [
  ['issues/list', 'List issues', 'GET', '/issues'],
  ['issues/create', 'Create an issue', 'POST', '/issues'],
  ['issues/get', 'Get an issue', 'GET', '/issues/{id}'],
  ['projects/list', 'List projects', 'GET', '/projects'],
  ['projects/create', 'Create a project', 'POST', '/projects'],
  ['users/list', 'List users', 'GET', '/users'],
  ['labels/list', 'List labels', 'GET', '/labels'],
  ['labels/delete', 'Delete a label', 'DELETE', '/labels/{id}'],
  ['refunds/create', 'Refund an order', 'POST', '/orders/{id}/refunds'],
  ['products/create', 'Create a product', 'POST', '/products'],
] as const;

async function scopeOf(name: string, { known = null }: { known?: Uint8Array | null } = {}): Promise<Scope> {
  const segment = await buildSegment(
    (async function* () {
      yield operations.map(([key, title, method, path], number) => ({
        id: `${number} ${key}`,
        key,
        title,
        description: '',
        search: '',
        mode: method === 'GET' ? ('read' as const) : ('write' as const),
        request: { kind: 'HTTP', method, path },
      }));
    })(),
  );
  const names = [{ words: name.toLowerCase().split(' '), capabilities: null }];
  return { segment, known, names };
}

async function found(query: string, scope: Scope): Promise<string[]> {
  const ids = await rank({ query, count: 5 }, [scope]);
  return ids.map((id) => id.replace(/^\d+ /u, ''));
}

describe('a word that is the name of a connection and of what its operations are about', () => {
  it.each([
    ['issues', /^issues/],
    ['list issues', /^issues.list$/],
    ['issues/create', /^issues.create$/],
  ])('finds the operations of “%s” first', async (query, first) => {
    for (const name of ['Tracker', 'Issues', 'Our issues', 'GitHub issues'])
      expect((await found(query, await scopeOf(name)))[0], name).toMatch(first);
  });
});

describe('a query with a typo', () => {
  it.each([
    ['isuses', 'issues/list'],
    ['isuse', 'issues/get'],
    ['usres', 'users/list'],
    ['refnud', 'refunds/create'],
    ['lables', 'labels/list'],
    ['porduct', 'products/create'],
  ])('finds for “%s” what the word without it means', async (query, operation) => {
    expect(await found(query, await scopeOf('Tracker'))).toContain(operation);
  });

  it('finds the synonyms of a word with two swapped letters', async () => {
    expect(await found('tikcet', await scopeOf('Tracker'))).toContain('issues/list');
  });

  it('finds nothing by a word that only capabilities outside the scope have', async () => {
    const known = Uint8Array.from(operations, ([key]) => (key.startsWith('projects') ? 1 : 0));

    expect(await found('usres', await scopeOf('Tracker', { known }))).toEqual([]);
  });
});

it.each(['prodüct', 'próduct', 'pro\u0301duct'])('finds “%s” without its accent', async (query) => {
  expect(await found(query, await scopeOf('Tracker'))).toContain('products/create');
});
