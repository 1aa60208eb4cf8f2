import type { CalledCapability } from '../../../db/models/capability.ts';
import type { IncomingAnswer } from '../../kernel/ports/egress.ts';
import { plainOf, type Scope, scopesIn } from './answer-scopes.ts';
import type { InjectedCredential } from './inject.ts';
import { nextLinkIn } from './next-link.ts';
import { type Arguments, type Place, placesOf, typed, type Value } from './page-places.ts';

/** The changed arguments of the next page: paths with new values; null removes the argument. */
export type NextPage = readonly (readonly [path: readonly string[], value: Value | null])[];

interface Asked {
  capability: CalledCapability;
  arguments: Arguments;
  credential: InjectedCredential | null;
}

interface Said {
  data: unknown;
  /** The headers and URL of an API’s answer; null for a tool. */
  from: Pick<IncomingAnswer, 'headers' | 'url'> | null;
}

const maxValueBytes = 1_500;

const maxUrlLength = 4_000;

// Names in the form of `plainOf`: lower-case letters and digits only.
// oxfmt-ignore
const turning: ReadonlySet<string> = new Set([
  'after', 'bookmark', 'continuationtoken', 'cursor', 'marker', 'nextcursor', 'nextpagetoken', 'nexttoken', 'offset', 'page',
  'pagecursor', 'pageno', 'pagenumber', 'pagetoken', 'since', 'skip', 'skiptoken', 'start', 'startcursor', 'startingafter',
]);

// oxfmt-ignore
const tokens: readonly (readonly [member: string, parameters: readonly string[]])[] = [
  ['nextpagetoken',         ['pagetoken', 'nextpagetoken']],
  ['nexttoken',             ['nexttoken']],
  ['nextcursor',            ['cursor', 'nextcursor', 'startcursor', 'pagecursor', 'after']],
  ['nextcontinuationtoken', ['continuationtoken']],
  ['nextmarker',            ['marker']],
  ['nextoffset',            ['offset']],
  ['nextpage',              ['page', 'pagenumber', 'pageno']],
  ['endcursor',             ['after', 'cursor']],
  ['next',                  ['cursor', 'page', 'offset', 'start']],
];

const links: ReadonlySet<string> = new Set(['next', 'nextlink', 'nextpage', 'nexturl', 'odatanextlink']);

const more: ReadonlySet<string> = new Set(['hasmore', 'hasnext', 'hasnextpage']);

/**
 * Returns how the same operation requests the page after an answer. It tries, in order, a `next` link (RFC
 * 8288 or in the body), a cursor, and the last id. Links must have the answer’s origin, and only their
 * arguments count. Null if there is no next page, or no argument can request it.
 */
export function nextPageOf({ capability, arguments: args, credential }: Asked, said: Said): NextPage | null {
  const places = placesOf(capability, credential);
  const scopes = scopesIn(said.data);
  if (scopes.some((scope) => scope.some(([name, value]) => more.has(name) && value === false))) return null;
  const found = [
    ...linksIn(said, scopes).map((link) => byLink(link, said, places, args)),
    byToken(scopes, places, args),
    byLastId(said.data, scopes, places, args),
  ];
  return found.find((page) => page !== null) ?? null;
}

/** Returns the arguments of the next page. */
export function turnedBy(page: NextPage, args: Arguments): Record<string, unknown> {
  return page.reduce((all, [path, value]) => withValue(all, path, value), { ...args });
}

function withValue(
  args: Arguments,
  [name = '', ...path]: readonly string[],
  value: Value | null,
): Record<string, unknown> {
  const { [name]: before, ...others } = args;
  if (path.length > 0) return { ...args, [name]: withValue((before ?? {}) as Arguments, path, value) };
  return value === null ? others : { ...args, [name]: value };
}

function linksIn({ from }: Said, scopes: readonly Scope[]): string[] {
  const inHeader = from ? nextLinkIn(from.headers['link'] ?? '') : null;
  const inBody = scopes
    .flat()
    .flatMap(([name, value]) => (links.has(name) && typeof value === 'string' ? [value] : []))
    .filter((value) => /^(?:https?:\/\/|\/|\?)/.test(value));
  return [...(inHeader === null ? [] : [inHeader]), ...inBody];
}

// Uses only the operation’s query parameters in a link, since it is called again at its own address.
function byLink(link: string, { from }: Said, places: readonly Place[], args: Arguments): NextPage | null {
  if (!from || link.length > maxUrlLength || !URL.canParse(link, from.url)) return null;
  const { origin, pathname, searchParams } = new URL(link, from.url);
  if (origin !== from.url.origin) return null;
  // Some providers use another path in links, such as one with ids. For those, only paging parameters count.
  const isSamePath = pathname === from.url.pathname;
  const page = places.flatMap((place): NextPage => {
    const { name, path, isQuery } = place;
    const before = valueAt(args, path);
    const values = searchParams.getAll(name);
    if (!isQuery || typeof before === 'object' || values.length > 1) return [];
    if (!isSamePath && !turning.has(plainOf(name))) return [];
    const [value] = values;
    if (value === undefined) return before !== undefined && isSamePath ? [[path, null]] : [];
    return textOf(before) === value || !isSendable(value) ? [] : [[path, typed(place, value)]];
  });
  return page.some(([, value]) => value !== null) ? page : null;
}

function byToken(scopes: readonly Scope[], places: readonly Place[], args: Arguments): NextPage | null {
  for (const [member, parameters] of [...tokens, ...afters])
    for (const scope of scopes) {
      const value = scope.find(([name]) => name === member)?.[1];
      const place = parameters.map((name) => placeNamed(places, name)).find((it) => it !== undefined);
      const page = place && turnedTo(place, value, args);
      if (page) return page;
    }
  return null;
}

// Members of an object `next`.
const afters = [
  ['nextafter', ['after']],
  ['nextcursor', ['cursor']],
  ['nextpage', ['page']],
] as const;

function byLastId(
  data: unknown,
  scopes: readonly Scope[],
  places: readonly Place[],
  args: Arguments,
): NextPage | null {
  const place = placeNamed(places, 'startingafter');
  const isMore = scopes.some((scope) => scope.some(([name, value]) => more.has(name) && value === true));
  const { data: items } = (data ?? {}) as { data?: unknown };
  if (!place || !isMore || !Array.isArray(items)) return null;
  const { id } = (items.at(-1) ?? {}) as { id?: unknown };
  return turnedTo(place, id, args);
}

// A value that leads to the same page is no next page.
function turnedTo(place: Place, value: unknown, args: Arguments): NextPage | null {
  if (!isSendable(value) || textOf(valueAt(args, place.path)) === String(value)) return null;
  return [[place.path, typed(place, value)]];
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function placeNamed(places: readonly Place[], plain: string): Place | undefined {
  return places.find(({ name }) => plainOf(name) === plain);
}

function valueAt(args: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (at, name) =>
      typeof at === 'object' && at !== null && Object.hasOwn(at, name)
        ? (at as Record<string, unknown>)[name]
        : undefined,
    args,
  );
}

function isSendable(value: unknown): value is Value {
  if (typeof value === 'string')
    return value !== '' && value.isWellFormed() && Buffer.byteLength(value) <= maxValueBytes;
  return Number.isSafeInteger(value);
}
