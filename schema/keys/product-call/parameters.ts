import { percentDecoded } from '../../values/percent.ts';
import type { DescribedOperation, DescribedParameter } from '../../kernel/ports/product-descriptions.ts';
import { foreignJson } from '../../values/foreign-json.ts';
import { own } from '../../values/foreign-values.ts';
import { pointerOf } from '../../values/pointer.ts';
import type { Finding } from '../../values/errors.ts';
import { partOf, propertiesOf, typesOf } from './schema-types.ts';
import { parameterNames } from './template.ts';
import { meaningOf, type Texts } from './texts.ts';
import type { SentCall } from '../../values/sent-call.ts';

/** The values of the parameters by place and name, and the findings about those that cannot be read. */
export interface Arguments {
  values: Record<DescribedParameter['in'], Record<string, unknown>>;
  findings: Finding[];
}

type Shape = 'LIST' | 'NAMED' | 'SCALAR';

/** Reads the parameters of a call by their styles (OpenAPI 3.1 §4.8.12). Others are not looked at. */
export function argumentsOf(
  { path, parameters }: Pick<DescribedOperation, 'path' | 'parameters'>,
  call: Pick<SentCall, 'query' | 'headers'>,
  captured: readonly string[],
): Arguments {
  const names = parameterNames(path);
  const query = queryOf(call.query, parameters);
  const findings: Finding[] = [];
  const places = { path: new Map<string, unknown>(), query: new Map(), header: new Map() };
  const textsOf = (parameter: DescribedParameter, shape: Shape): Texts | undefined => {
    if (parameter.in === 'query') return inQuery(parameter, shape, query);
    if (parameter.in === 'header') return inHeader(parameter, shape, headerOf(call.headers, parameter.name));
    return inPath(parameter, shape, captured[names.indexOf(parameter.name)]);
  };
  for (const parameter of parameters) {
    const { name, in: place, style, schema } = parameter;
    const shape = style === 'json' ? 'SCALAR' : shapeOf(parameter);
    const texts = textsOf(parameter, shape);
    if (texts === undefined) continue;
    if (isRepeated(parameter, shape, query)) findings.push(repeated(name));
    const value =
      style === 'json' && typeof texts === 'string' ? foreignJson(texts) : meaningOf(texts, schema);
    if (value !== undefined) places[place].set(name, value);
    else findings.push({ pointer: pointerOf([place, name]), code: 'invalid_json', message: 'must be JSON' });
  }
  const values = { path: named(places.path), query: named(places.query), header: named(places.header) };
  return { values, findings };
}

// Servers differ in which one they take.
function isRepeated({ in: place, name }: DescribedParameter, shape: Shape, { byName }: Query): boolean {
  return place === 'query' && shape === 'SCALAR' && (byName.get(name)?.length ?? 0) > 1;
}

function repeated(name: string): Finding {
  return { pointer: pointerOf(['query', name]), code: 'repeated', message: 'must be sent only once' };
}

function named(values: Map<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(values);
}

function shapeOf({ schema, style }: DescribedParameter): Shape {
  if (style === 'deepObject') return 'NAMED';
  const types = typesOf(partOf(schema));
  if (types?.has('array')) return 'LIST';
  return types?.has('object') ? 'NAMED' : 'SCALAR';
}

// A header may have the name of something that every object inherits.
function headerOf(headers: Record<string, string>, name: string): string | undefined {
  const found = own(headers, name.toLowerCase());
  return typeof found === 'string' ? found : undefined;
}

/** A query string, whose values are still percent-encoded, with spaces for plus signs. */
interface Query {
  byName: Map<string, string[]>;
  /** The values of `filter[color]`, by the name before the bracket. */
  inBrackets: Map<string, [steps: string[], value: string][]>;
  /** The names of the parameters, which no other one spreads over the query. */
  taken: Set<string>;
}

function queryOf(text: string, parameters: readonly DescribedParameter[]): Query {
  const taken = new Set(parameters.filter((it) => it.in === 'query').map(({ name }) => name));
  const query: Query = { byName: new Map(), inBrackets: new Map(), taken };
  for (const pair of text.split('&')) {
    if (pair === '') continue;
    const at = pair.indexOf('=');
    const name = percentDecoded(at === -1 ? pair : pair.slice(0, at));
    const value = at === -1 ? '' : pair.slice(at + 1).replaceAll('+', '%20');
    put(query.byName, name, value);
    const bracket = name.endsWith(']') ? name.indexOf('[') : -1;
    if (bracket > 0)
      put(query.inBrackets, name.slice(0, bracket), [name.slice(bracket + 1, -1).split(']['), value]);
  }
  return query;
}

function put<Value>(lists: Map<string, Value[]>, name: string, value: Value): void {
  const list = lists.get(name);
  if (list) list.push(value);
  else lists.set(name, [value]);
}

const separators: Readonly<Record<string, RegExp>> = {
  form: /,/,
  spaceDelimited: /%20| /,
  pipeDelimited: /\||%7C/i,
};

function inQuery(
  { name, style, explode, schema }: DescribedParameter,
  shape: Shape,
  { byName, inBrackets, taken }: Query,
): Texts | undefined {
  if (style === 'deepObject') return deep(inBrackets.get(name) ?? []);
  if (shape === 'NAMED' && explode) {
    const spread = [...propertiesOf(partOf(schema)).keys()].filter(
      (key) => byName.has(key) && !taken.has(key),
    );
    const pairs = spread.map((key): [string, string] => [key, percentDecoded(byName.get(key)?.at(-1) ?? '')]);
    return pairs.length === 0 ? undefined : fromPairs(pairs);
  }
  const values = byName.get(name) ?? [];
  const [first] = values;
  if (first === undefined) return undefined;
  if (shape === 'SCALAR') return percentDecoded(first);
  if (shape === 'LIST' && (explode || values.length > 1)) return values.map(percentDecoded);
  const parts = first === '' ? [] : first.split(separators[style] ?? ',').map(percentDecoded);
  return shape === 'LIST' ? parts : fromList(parts);
}

/** Reads `filter[color]=red&filter[size][min]=1&filter[tags][]=a`. */
function deep(pairs: readonly [steps: string[], value: string][]): Texts | undefined {
  const root = new Map<string, Branch>();
  for (const [steps, value] of pairs) if (steps.length <= maxDepth) set(root, steps, percentDecoded(value));
  return root.size === 0 ? undefined : textsIn(root);
}

type Branch = string | Branch[] | Map<string, Branch>;
const maxDepth = 8;

function set(branch: Map<string, Branch>, [step = '', ...later]: readonly string[], value: string): void {
  if (later.length === 0) branch.set(step, value);
  else if (later.length === 1 && later[0] === '') {
    const list = branch.get(step);
    branch.set(step, Array.isArray(list) ? [...list, value] : [value]);
  } else {
    const known = branch.get(step);
    const next = known instanceof Map ? known : new Map<string, Branch>();
    branch.set(step, next);
    set(next, later, value);
  }
}

function textsIn(branch: Branch): Texts {
  if (branch instanceof Map) return fromPairs([...branch].map(([key, value]) => [key, textsIn(value)]));
  return Array.isArray(branch) ? branch.map(textsIn) : branch;
}

function inHeader(
  { explode }: DescribedParameter,
  shape: Shape,
  sent: string | undefined,
): Texts | undefined {
  if (sent === undefined || shape === 'SCALAR') return sent;
  const parts = sent.split(',').map((part) => part.trim());
  return shape === 'LIST' ? parts : objectIn(parts, explode);
}

const prefixes: Readonly<Record<string, string>> = { label: '.', matrix: ';' };

function inPath(
  { name, style, explode }: DescribedParameter,
  shape: Shape,
  sent: string | undefined,
): Texts | undefined {
  if (sent === undefined) return undefined;
  const prefix = prefixes[style] ?? '';
  const between = explode && prefix ? prefix : ',';
  const bare = sent.startsWith(prefix) ? sent.slice(prefix.length) : sent;
  const isNamed = style === 'matrix' && !(explode && shape === 'NAMED');
  const texts = bare.split(between).map((part) => (isNamed ? withoutName(part, name) : part));
  if (shape === 'SCALAR') return percentDecoded(texts.join(between));
  return shape === 'LIST' ? texts.map(percentDecoded) : objectIn(texts, explode);
}

// RFC 6570 §3.2.7: an empty value has no equals sign.
function withoutName(part: string, name: string): string {
  const [first = '', ...value] = part.split('=');
  return percentDecoded(first) === name ? value.join('=') : part;
}

/** Returns the object of `a=1` and `b=2`, or of `a`, `1`, `b` and `2`. */
function objectIn(parts: readonly string[], explode: boolean): Texts {
  if (!explode) return fromList(parts.map(percentDecoded));
  return fromPairs(
    parts.map((part) => {
      const [key = '', ...value] = part.split('=');
      return [percentDecoded(key), percentDecoded(value.join('='))];
    }),
  );
}

function fromList(parts: readonly string[]): Texts {
  const pairs: [string, string][] = [];
  for (let at = 0; at < parts.length; at += 2) pairs.push([parts[at] ?? '', parts[at + 1] ?? '']);
  return fromPairs(pairs);
}

function fromPairs(pairs: readonly (readonly [string, Texts])[]): Texts {
  return Object.fromEntries(pairs);
}
