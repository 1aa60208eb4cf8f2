import { describe, expect, it } from 'vitest';
import type { Capability } from '../../../../db/models/capability.ts';
import type { HttpRequest, ToolRequest } from '../../../../schema/kernel/ports/descriptions.ts';
import type { InjectedCredential } from '../../../../schema/connect/gateway/inject.ts';
import { nextLinkIn } from '../../../../schema/connect/gateway/next-link.ts';
import { nextPageOf, turnedBy } from '../../../../schema/connect/gateway/next-page.ts';
import { body, operation, parameter } from './operation.ts';

const url = new URL('https://api.example.com/v1/orders?page=1');

interface Given {
  data?: unknown;
  link?: string;
  args?: Record<string, unknown>;
  /** Query parameters by name, with their types. */
  takes?: Record<string, string>;
  credential?: InjectedCredential;
}

function asked(
  request: HttpRequest | ToolRequest,
  properties: object,
  { data = {}, link, args = {}, credential }: Given,
) {
  const capability = { request, inputSchema: { type: 'object', properties } } as unknown as Capability;
  const from = request.kind === 'HTTP' ? { headers: link === undefined ? {} : { link }, url } : null;
  const page = nextPageOf({ capability, arguments: args, credential: credential ?? null }, { data, from });
  return page && turnedBy(page, args);
}

function next(given: Given) {
  const takes = given.takes ?? { page: 'integer', cursor: 'string', status: 'string' };
  const parameters = Object.keys(takes).map((name) => parameter('query', name));
  const properties = Object.fromEntries(Object.entries(takes).map(([name, type]) => [name, { type }]));
  return asked(operation({ parameters }), properties, given);
}

describe('the next page', () => {
  // oxfmt-ignore
  it.each([
    ['a link in the header',            { link: '<https://api.example.com/v1/orders?page=2>; rel="next"' },                   { page: 2 }],
    ['a link beside others',            { link: '<?page=1>; rel="prev first", <?page=3&x=,;>; title="a, <b>"; rel="next"' },  { page: 3 }],
    ['a link in the body',              { data: { next: 'https://api.example.com/v1/orders?page=2' } },                       { page: 2 }],
    ['a relative link, as HAL has it',  { data: { _links: { next: { href: '/v1/orders?cursor=abc' } } } },                    { cursor: 'abc' }],
    ['a link of JSON:API',              { data: { links: { next: '?page=2' } } },                                             { page: 2 }],
    ['a link of OData',                 { data: { '@odata.nextLink': '?cursor=5' } },                                         { cursor: '5' }],
    ['next_cursor',                     { data: { next_cursor: 'abc' } },                                                     { cursor: 'abc' }],
    ['nextCursor with has_more',        { data: { nextCursor: 'abc', has_more: true } },                                      { cursor: 'abc' }],
    ['next as a number',                { data: { meta: { pagination: { next: 2 } } } },                                      { page: 2 },   { page: 'integer' }],
    ['nextPageToken',                   { data: { nextPageToken: 'abc' } },                                                   { pageToken: 'abc' }, { pageToken: 'string' }],
    ['next_page',                       { data: { next_page: 2 } },                                                           { page: 2 }],
    ['next_page as a text',             { data: { pagination: { next_page: '2' } } },                                         { page: 2 }],
    ['what Slack says',                 { data: { response_metadata: { next_cursor: 'dXNlcjo=' } } },                         { cursor: 'dXNlcjo=' }],
    ['what HubSpot says',               { data: { paging: { next: { after: 'NTI1' } } } },                                    { after: 'NTI1' }, { after: 'string' }],
    ['an end cursor',                   { data: { pageInfo: { hasNextPage: true, endCursor: 'abc' } } },                      { after: 'abc' }, { after: 'string' }],
    ['the last id, as Stripe means it', { data: { has_more: true, data: [{ id: 'a' }, { id: 'b' }] } },                       { starting_after: 'b' }, { starting_after: 'string' }],
  ] as [string, Given, object, Given['takes']?][])('is read from %s', (_what, given, turned, takes) => {
    expect(next({ ...given, ...(takes && { takes }) })).toEqual(turned);
  });

  // oxfmt-ignore
  it.each([
    ['where nothing says so',                          { data: { items: [], cursor: 'abc' } }],
    ['where there is no more',                         { data: { has_more: false, next_cursor: 'abc' } }],
    ['where the last page says so by null',            { data: { next_cursor: null, next: '' } }],
    ['where the operation has no parameter for it',    { data: { nextPageToken: 'abc' } }],
    ['at another host',                                { link: '<https://evil.example.com/v1/orders?page=2>; rel=next' }],
    ['at another port',                                { link: '<https://api.example.com:8443/v1/orders?page=2>; rel=next' }],
    ['by another scheme',                              { link: '<http://api.example.com/v1/orders?page=2>; rel=next' }],
    ['that leads to the page itself',                  { link: '<?page=1>; rel=next', args: { page: 1 } }],
    ['that leads to the page itself, by a cursor',     { data: { next_cursor: 'abc' }, args: { cursor: 'abc' } }],
    ['of another operation, but for what turns pages', { link: '</v1/secrets?status=open>; rel=next' }],
    ['by a relation that only looks like it',          { link: '<?page=2>; rel="nextish", <?page=2>; title="next"' }],
    ['that is no address',                             { link: '<http://[>; rel=next' }],
    ['by a cursor of kilobytes',                       { data: { next_cursor: 'x'.repeat(1_501) } }],
    ['by half of a character',                         { data: { next_cursor: '\ud800' } }],
    ['by an object',                                   { data: { next_cursor: { a: 1 }, next_page: 1.5 } }],
    ['of a member named like one of JavaScript',       { data: JSON.parse('{"__proto__":{"next_cursor":"abc"}}') }],
  ] as [string, Given][])('is not offered %s', (_what, given) => {
    expect(next(given)).toBeNull();
  });

  it('of a link takes from it only parameters of the operation, and keeps the operation’s path and other arguments', () => {
    const takes = { page: 'integer', status: 'string', per_page: 'integer', tags: 'array' };
    const args = { page: 1, status: 'open', tags: ['a'], id: 7 };
    const to = (link: string) => next({ takes, args, link: `<${link}>; rel="next"` });

    expect(to('?page=2&per_page=30&status=open&api_key=x&admin=1')).toEqual({
      ...args,
      page: 2,
      per_page: 30,
    });
    expect(to('?page=2')).toEqual({ page: 2, tags: ['a'], id: 7 });
    expect(to('/repositories/12/orders?page=2&per_page=30')).toEqual({ ...args, page: 2 });
  });

  it('never takes a value for the credential’s parameter', () => {
    const credential = { kind: 'API_KEY', in: 'query', parameter: 'cursor', apiKey: 'k' } as const;

    expect(next({ data: { next_cursor: 'another-key' }, credential })).toBeNull();
    expect(next({ link: '<?cursor=another-key>; rel=next', credential })).toBeNull();
  });

  it('of an operation with a body goes into the body, beside the other members', () => {
    const request = operation({ method: 'POST', body: body('application/json') });
    const properties = { body: { properties: { filter: {}, start_cursor: { type: 'string' } } } };
    const given = { data: { has_more: true, next_cursor: 'abc' }, args: { body: { filter: { a: 1 } } } };

    expect(asked(request, properties, given)).toEqual({ body: { filter: { a: 1 }, start_cursor: 'abc' } });
    expect(given.args).toEqual({ body: { filter: { a: 1 } } });
  });

  it('of a tool goes into its arguments', () => {
    const properties = { query: {}, cursor: { type: 'string' } };
    const given = {
      data: { found: [], nextCursor: 'abc', next: 'https://api.example.com/?query=x' },
      args: { query: 'lamp' },
    };

    expect(asked({ kind: 'TOOL', tool: 'search' }, properties, given)).toEqual({
      query: 'lamp',
      cursor: 'abc',
    });
  });
});

describe('a Link header', () => {
  it.each([
    '</i?page=2>; foo; rel="next"',
    '</x>; rel=preload; as=script; crossorigin, </i?page=2>; rel=next',
    '</i?page=2>; rel=next; title*=foo',
    `</i?page=2>; rel=next; title*=UTF-8'en'%zz`,
    '</i?page=2>; rel=next, ,</i?page=1>; rel=prev',
    '</a>; rel=, </i?page=2>; REL="last Next"',
    '</a>; title="x, <y>; rel=next", </i?page=2>; rel = "next"; uri=x',
  ])('tells the next page in %s', (header) => {
    expect(nextLinkIn(header)).toBe('/i?page=2');
  });

  it('is parsed in one pass, regardless of its content', () => {
    for (const part of ['<', '>', '<>;', ' rel=', ';rel="', '; rel="a ', ',<a>'])
      expect(nextLinkIn(part.repeat(16_384 / part.length))).toBeNull();
  });
});
