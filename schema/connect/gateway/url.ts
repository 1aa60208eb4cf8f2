import type { HttpParameter, HttpRequest } from '../../kernel/ports/descriptions.ts';
import { decodings, percentEncoded } from '../../values/percent.ts';
import { readingOf } from '../../values/read-as.ts';
import { RequestFailure, missing, unusable } from '../../kernel/request-failure.ts';
import { pathText, queryPairs, type Pair } from '../../kernel/serialize.ts';

type Arguments = Readonly<Record<string, unknown>>;

interface Filling {
  parameter: HttpParameter;
  text: string;
}

/**
 * Returns the URL of a request: the base URL with the arguments in the path and the query. A path parameter
 * stays in its segment, and the query of the base URL stays. Throws a RequestFailure.
 */
export function urlOf(request: HttpRequest, args: Arguments, base: URL): URL {
  const path = base.pathname.replace(/\/+$/, '') + filledPath(request, args);
  const query = [base.search.slice(1), ...queryOf(request, args, base).map((pair) => pair.join('='))];
  const url = new URL(base);
  url.pathname = path;
  url.search = query.filter(Boolean).join('&');
  url.hash = '';
  if (url.pathname !== path) throw leadsElsewhere();
  return url;
}

function filledPath({ path, parameters }: HttpRequest, args: Arguments): string {
  if (!path.startsWith('/') || /[?#\\]/.test(path) || !path.isWellFormed()) throw leadsElsewhere();
  const fillings = new Map(
    parameters
      .filter((parameter) => parameter.in === 'path')
      .map((parameter) => [parameter.name, fillingOf(parameter, args)]),
  );
  return path
    .split('/')
    .map((segment) => filledSegment(segment, fillings))
    .join('/');
}

function fillingOf(parameter: HttpParameter, args: Arguments): Filling {
  if (!Object.hasOwn(args, parameter.property)) throw missing(parameter);
  const text = pathText(parameter, args[parameter.property]);
  if (text === '') throw unusable(parameter, 'is empty, which a path cannot contain.');
  return { parameter, text };
}

function filledSegment(segment: string, fillings: ReadonlyMap<string, Filling>): string {
  const used: HttpParameter[] = [];
  const filled = segment
    .split(/(\{[^{}]+\})/)
    .map((part, index) => {
      if (index % 2 === 0) return literal(part);
      const filling = fillings.get(part.slice(1, -1));
      if (!filling)
        throw new RequestFailure('operation_unusable', 'The path has a parameter that is not declared.');
      used.push(filling.parameter);
      return filling.text;
    })
    .join('');
  if (!leadsOut(filled)) return filled;
  const [first] = used;
  throw first ? unusable(first, 'would leave its place in the path with “.” or “..”.') : leadsElsewhere();
}

// RFC 3986 §3.3: the characters that a segment may contain unencoded.
function literal(text: string): string {
  if (/[{}]/.test(text)) throw leadsElsewhere();
  return text.replaceAll(/[^\w.~!$&'()*+,;=:@%-]+/gu, percentEncoded);
}

// Some servers decode a segment before they split it, or ignore text after a semicolon.
function leadsOut(segment: string): boolean {
  return [...decodings(segment)].some((text) =>
    text.split(/[/\\]/).some((part) => /^\.{1,2}(?:;|$)/.test(part)),
  );
}

function leadsElsewhere(): RequestFailure {
  return new RequestFailure(
    'operation_unusable',
    'The path of the operation would lead to another path than it says.',
  );
}

// A parameter must not use a name of another parameter or of the base URL, since that name has other checks.
function queryOf({ parameters }: HttpRequest, args: Arguments, base: URL): Pair[] {
  const given = parameters.filter(({ in: place }) => place === 'query');
  const owners = new Map(given.map((parameter) => [percentEncoded(parameter.name), parameter]));
  const reading = readingOf([...given.map(({ name }) => name), ...base.searchParams.keys()]);
  const pairs = given.flatMap((parameter) => {
    const said = pairsOf(parameter, args);
    for (const [name] of said) {
      if ((owners.get(name) ?? parameter) !== parameter || isElsewhere(parameter, name, reading))
        throw unusable(parameter, 'contains a name that belongs to another argument.');
      owners.set(name, parameter);
    }
    return said;
  });
  return withoutThoseOf(base, pairs, owners);
}

// The description chose the parameter’s own name.
function isElsewhere(
  { name: own }: HttpParameter,
  encoded: string,
  reading: ReturnType<typeof readingOf>,
): boolean {
  const said = decodeURIComponent(encoded);
  return said !== own && reading(said, own) !== null;
}

function pairsOf(parameter: HttpParameter, args: Arguments): Pair[] {
  if (Object.hasOwn(args, parameter.property)) return queryPairs(parameter, args[parameter.property]);
  if (parameter.required) throw missing(parameter);
  return [];
}

function withoutThoseOf(
  { searchParams }: URL,
  pairs: readonly Pair[],
  owners: ReadonlyMap<string, HttpParameter>,
): Pair[] {
  const kept = new Map(
    [...searchParams.keys()].map((name) => [percentEncoded(name), searchParams.getAll(name)]),
  );
  for (const [name, values] of kept) {
    const said = pairs.filter(([own]) => own === name).map(([, value]) => value);
    const parameter = owners.get(name);
    if (parameter && said.length > 0 && said.join('&') !== values.map(percentEncoded).join('&'))
      throw unusable(parameter, 'contradicts the address of the connection.');
  }
  return pairs.filter(([name]) => !kept.has(name));
}
