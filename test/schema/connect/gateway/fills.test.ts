import { describe, expect, it } from 'vitest';
import type { DescribedScheme } from '../../../../schema/kernel/ports/descriptions.ts';
import {
  filling,
  fills,
  headerFill,
  lackText,
  pairFill,
  tokenFill,
  type Holder,
} from '../../../../schema/connect/gateway/fills.ts';

const key = (name: string, parameter: string, place: 'header' | 'query' = 'query'): DescribedScheme => ({
  kind: 'API_KEY',
  name,
  description: '',
  in: place,
  parameter,
});
const basic: DescribedScheme = { kind: 'BASIC', name: 'basic', description: '' };
const bearer: DescribedScheme = { kind: 'BEARER', name: 'bearer', description: '' };
const schemes = [key('app', 'key'), key('user', 'token'), basic, bearer];
const holder = (name: string, parameter: string): Holder => ({
  name,
  fills: [{ in: 'query', parameter, says: 'KEY' }],
});

describe('a credential fills a scheme', () => {
  // oxfmt-ignore
  it.each([
    ['a key in its place',                    holder('app', 'key'),           key('app', 'key'),                           true],
    ['a key in another place',                holder('app', 'key'),           key('app', 'token'),                         false],
    ['a key of the query, wanted in a header', holder('app', 'key'),          key('app', 'key', 'header'),                 false],
    ['a query key in other letters',          holder('app', 'Key'),           key('app', 'key'),                           false],
    ['a header in other letters',             { fills: [headerFill('X-Key')] }, key('app', 'x-key', 'header'),             true],
    ['a token, where a header is a key',      { fills: [tokenFill] },         key('app', 'Authorization', 'header'),       true],
    ['a token, where a token is wanted',      { fills: [tokenFill] },         bearer,                                      true],
    ['a token, where a pair is wanted',       { fills: [tokenFill] },         basic,                                       false],
    ['a pair, where a pair is wanted',        { fills: [pairFill] },          basic,                                       true],
    ['a pair, where a token is wanted',       { fills: [pairFill] },          bearer,                                      false],
    ['a whole header, where a pair is wanted', { fills: [headerFill('Authorization')] }, basic,                            true],
    ['nothing',                               { fills: [] },                  bearer,                                      false],
  ] as const)('%s', (_what, held, scheme, expected) => {
    expect(fills(held, scheme)).toBe(expected);
  });
});

describe('the choice among security alternatives', () => {
  const [app, user] = [holder('app', 'key'), holder('user', 'token')];

  it('takes the first that is filled completely', () => {
    expect(filling([['app', 'user'], ['app']], schemes, [app])).toEqual([app]);
    expect(filling([['app', 'user'], ['app']], schemes, [app, user])).toEqual([app, user]);
  });

  it('takes none that is filled in part or not described', () => {
    expect(filling([['app', 'user']], schemes, [app])).toBeNull();
    expect(filling([['unknown']], schemes, [app])).toBeNull();
  });

  it('prefers a part with the name of the scheme', () => {
    const other = holder('other', 'key');

    expect(filling([['app']], schemes, [other, app])).toEqual([app]);
    expect(filling([['app']], schemes, [other])).toEqual([other]);
  });

  it('is null if two parts would fill the same place', () => {
    expect(
      filling([['basic', 'bearer']], schemes, [{ fills: [pairFill] }, { fills: [tokenFill] }]),
    ).toBeNull();
  });

  it('reports the missing parts of the nearest alternative', () => {
    const { lack } = lackText(
      [
        ['app', 'user', 'basic'],
        ['app', 'user'],
      ],
      schemes,
      [app],
    );

    expect(lack).toContain('token');
    expect(lack).not.toMatch(/password|key/);
  });
});
