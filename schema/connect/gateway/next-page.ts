import type { Capability } from '../../../db/models/capability.ts';
import type { IncomingAnswer } from '../../kernel/outside.ts';
import { singlesOf, type InjectedCredential } from './inject.ts';
import { operationOf } from './operation.ts';

type Arguments = Readonly<Record<string, unknown>>;
type Value = string | number;

/** What other arguments the next page is read with: by their way into the arguments, null where one is left out. */
export type NextPage = readonly (readonly [path: readonly string[], value: Value | null])[];

/** Where an argument goes that can turn a page. */
interface Place {
  name: string;
  path: readonly string[];
  isQuery: boolean;
  /** What it takes, as far as its schema says so at once. */
  takes: 'NUMBER' | 'TEXT' | null;
}

interface Asked {
  capability: Capability;
  arguments: Arguments;
  credential: InjectedCredential | null;
}

interface Said {
  data: unknown;
  /** Of an API: what its headers say, and where it came from. */
  from: Pick<IncomingAnswer, 'headers' | 'url'> | null;
}

const maxValueBytes = 1_500;
const maxUrlLength = 4_000;

// Names as they are compared: small letters and digits alone.
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
const envelopes: ReadonlySet<string> = new Set([
  'cursors',
  'links',
  'meta',
  'metadata',
  'next',
  'pageinfo',
  'pagination',
  'paging',
  'responsemetadata',
]);
const more: ReadonlySet<string> = new Set(['hasmore', 'hasnext', 'hasnextpage']);

/**
 * How the page after an answer is read by the same operation, as the answer says it: by a link to `next` of its own host, in
 * its header (RFC 8288) or its body, of which the arguments alone are taken; by a cursor that the operation has a parameter
 * for; or by the last id where there is more. Null where there is none, or none that could be asked for.
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

/** The arguments of the next page. */
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

function placesOf(capability: Capability, credential: InjectedCredential | null): Place[] {
  const operation = operationOf(capability);
  const input = propertiesIn(capability.inputSchema);
  if (operation.kind === 'TOOL') return placesIn(input, []);
  const ofCredential = new Set(
    (credential ? singlesOf(credential) : []).flatMap((it) =>
      it.kind === 'API_KEY' && it.in === 'query' ? [it.parameter] : [],
    ),
  );
  const query = operation.parameters
    .filter((it) => it.in === 'query' && it.style === 'form' && !ofCredential.has(it.name))
    .map(({ name, property }) => ({
      name,
      path: [property],
      isQuery: true,
      takes: takenBy(input[property]),
    }));
  const body = operation.body?.property;
  return body === undefined ? query : [...query, ...placesIn(propertiesIn(input[body]), [body])];
}

function placesIn(properties: Readonly<Record<string, unknown>>, above: readonly string[]): Place[] {
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    path: [...above, name],
    isQuery: false,
    takes: takenBy(schema),
  }));
}

function takenBy(schema: unknown): Place['takes'] {
  const { type } = (schema ?? {}) as { type?: unknown };
  const types = [type].flat().filter((it) => it !== 'null');
  if (types.length > 0 && types.every((it) => it === 'integer' || it === 'number')) return 'NUMBER';
  return types.length > 0 && types.every((it) => it === 'string') ? 'TEXT' : null;
}

function typed({ takes }: Place, value: Value): Value {
  if (takes === 'TEXT') return String(value);
  return takes === 'NUMBER' && /^\d{1,15}$/.test(String(value)) ? Number(value) : value;
}

function propertiesIn(schema: unknown): Readonly<Record<string, unknown>> {
  const { properties } = (schema ?? {}) as { properties?: unknown };
  return typeof properties === 'object' && properties !== null ? (properties as Record<string, unknown>) : {};
}

type Scope = readonly (readonly [name: string, value: unknown])[];

/** What may say where the next page is: the members of the answer, and of what envelops such words in it, two levels deep. */
function scopesIn(data: unknown): Scope[] {
  const top = scopeOf(data);
  const below = enveloped(top);
  return [top, ...below, ...below.flatMap(enveloped)].filter((scope) => scope.length > 0);
}

function enveloped(scope: Scope): Scope[] {
  return scope.flatMap(([name, value]) => (envelopes.has(name) ? [scopeOf(value, name)] : []));
}

// Of `next: { after: … }` and `next: { href: … }` the members say what they are by the name above them.
function scopeOf(data: unknown, above = ''): Scope {
  if (typeof data !== 'object' || data === null || Array.isArray(data)) return [];
  return Object.entries(data)
    .filter(([name]) => name.length <= 40)
    .map(([name, value]) => {
      const plain = plainOf(name);
      if (above !== 'next') return [plain, value];
      return [['href', 'link', 'url'].includes(plain) ? 'next' : `next${plain}`, value];
    });
}

function plainOf(name: string): string {
  return name.toLowerCase().replaceAll(/[^0-9a-z]/g, '');
}

function linksIn({ from }: Said, scopes: readonly Scope[]): string[] {
  const inHeader = from ? nextLinkIn(from.headers['link'] ?? '') : null;
  const inBody = scopes
    .flat()
    .flatMap(([name, value]) => (links.has(name) && typeof value === 'string' ? [value] : []))
    .filter((value) => /^(?:https?:\/\/|\/|\?)/.test(value));
  return [...(inHeader === null ? [] : [inHeader]), ...inBody];
}

const isNext = /;\s{0,5}rel\s{0,5}=\s{0,5}(?:"(?:[^"]{0,200}\s)?next(?:\s[^"]{0,200})?"|next\s{0,5}(?:;|$))/i;

/** The target of the first link with the relation `next`. RFC 8288 §3; in one pass, since its writer may mean harm. */
export function nextLinkIn(header: string): string | null {
  for (let at = header.indexOf('<'); at !== -1;) {
    const end = header.indexOf('>', at);
    if (end === -1) return null;
    const behind = endOfLink(header, end);
    if (isNext.test(header.slice(end + 1, behind))) return header.slice(at + 1, end);
    at = header.indexOf('<', behind);
  }
  return null;
}

// Of two links a comma stands between them, and commas stand in quotes too.
function endOfLink(header: string, from: number): number {
  let isQuoted = false;
  for (let at = from; at < header.length; at += 1) {
    if (header[at] === '"') isQuoted = !isQuoted;
    else if (isQuoted && header[at] === '\\') at += 1;
    else if (!isQuoted && header[at] === ',') return at;
  }
  return header.length;
}

// Of a link only what the operation takes in its query is used: it is asked for again at its own address.
function byLink(link: string, { from }: Said, places: readonly Place[], args: Arguments): NextPage | null {
  if (!from || link.length > maxUrlLength || !URL.canParse(link, from.url)) return null;
  const { origin, pathname, searchParams } = new URL(link, from.url);
  if (origin !== from.url.origin) return null;
  // Some providers name themselves otherwise in links, by ids: of those only what turns pages is believed.
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

// What stands below a member `next`.
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

// What leads to the page that was just read leads nowhere.
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
