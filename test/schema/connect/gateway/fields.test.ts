import { describe, expect, it } from 'vitest';
import { pick } from '../../../../schema/connect/gateway/fields.ts';

const order = {
  id: 7,
  'a/b': 1,
  owner: { name: 'Ada', mail: 'a@example.com' },
  lines: [{ sku: 'x', n: 1 }, { sku: 'y' }],
};

describe('the fields of an answer', () => {
  // oxfmt-ignore
  it.each([
    ['a member',                            ['/id'],                        order,                    { id: 7 }],
    ['members, in the order of the answer', ['/owner/name', '/id'],         order,                    { id: 7, owner: { name: 'Ada' } }],
    ['all below a member',                  ['/owner'],                     order,                    { owner: order.owner }],
    ['all of a member and a part of it',    ['/owner/name', '/owner'],      order,                    { owner: order.owner }],
    ['a name with a slash',                 ['/a~1b'],                      order,                    { 'a/b': 1 }],
    ['a member of each item',               ['/lines/n'],                   order,                    { lines: [{ n: 1 }, {}] }],
    ['a member of each item of a list',     ['/id'],                        [order, { id: 8 }, 9],    [{ id: 7 }, { id: 8 }]],
    ['a member through lists of lists',     ['/rows/sku'],                  { rows: [order.lines] },  { rows: [[{ sku: 'x' }, { sku: 'y' }]] }],
    ['a list without items',                ['/lines/n'],                   { lines: [] },            { lines: [] }],
    ['what is null where it would go on',   ['/owner/name'],                { owner: null },          { owner: null }],
    ['everything',                          [''],                           order,                    order],
    ['a name of JavaScript',                ['/__proto__/a'],               JSON.parse('{"__proto__":{"a":1,"b":2}}'), JSON.parse('{"__proto__":{"a":1}}')],
  ])('are picked: %s', (_what, pointers, data, picked) => {
    const before = JSON.stringify(data);

    expect(JSON.stringify(pick(data, pointers).data)).toBe(JSON.stringify(picked));
    expect(JSON.stringify(data)).toBe(before);
  });

  it('are reported as missing, by the given pointer, if they do not exist', () => {
    const pointers = ['/id', '/Id', '/owner/name/first', '/lines/0/sku', '/lines/n', '/toString'];

    expect(pick(order, pointers).missing).toEqual(['/Id', '/owner/name/first', '/lines/0/sku', '/toString']);
    expect(pick('a text', ['/id'])).toEqual({ data: null, missing: ['/id'] });
    expect(pick(order, ['/owner', '/owner/phone']).missing).toEqual(['/owner/phone']);
  });
});
