import type { HttpParameter } from '../../schema/kernel/ports/descriptions.ts';
import { pointerOf } from '../../schema/values/pointer.ts';
import { isOfTheConnection } from '../egress/headers.ts';
import { LeftOut } from './findings.ts';
import { jsonIn } from './media.ts';
import type { Reading } from './reading.ts';
import { follow, type Found } from './references.ts';
import { placeOf } from './security.ts';
import { prose } from './text.ts';
import {
  isHeaderName,
  isUsableName,
  itemsOf,
  own,
  wordOf,
  type JsonObject,
} from '../../schema/values/foreign-values.ts';

type Place = HttpParameter['in'];

/** A parameter as it is sent, before it has a name among the arguments. */
export interface Parameter extends Omit<HttpParameter, 'property'> {
  description: string;
  schema: Found;
}

// oxfmt-ignore
const styles: Record<Place, { fallback: string; known: readonly string[] }> = {
  path:   { fallback: 'simple', known: ['simple', 'label', 'matrix'] },
  query:  { fallback: 'form',   known: ['form', 'spaceDelimited', 'pipeDelimited', 'deepObject'] },
  header: { fallback: 'simple', known: ['simple'] },
};
const maxParameters = 2_000;
// OpenAPI 3.1 §4.8.12.1: the body, the answer and the security schemes determine these headers.
const notParameters = new Set(['accept', 'content-type', 'authorization']);

/** Returns the parameters of an operation and its path, and the undeclared ones in the path itself. */
export function parametersOf(
  reading: Reading,
  lists: readonly { given: unknown; at: string }[],
  path: string,
  credentials: ReadonlySet<string>,
): Parameter[] {
  const found = new Map<string, Parameter>();
  for (const { given, at } of lists)
    for (const [index, item] of itemsOf(given).slice(0, maxParameters).entries()) {
      const parameter = parameterOf(reading, item, at + pointerOf([index]), credentials);
      if (parameter) found.set(placeOf(parameter.in, parameter.name), parameter);
    }
  return withThoseOfThePath(reading, [...found.values()], path, lists.at(-1)?.at ?? '');
}

function parameterOf(
  reading: Reading,
  item: unknown,
  at: string,
  credentials: ReadonlySet<string>,
): Parameter | null {
  const followed = follow(reading, item, at);
  if (!followed) return null;
  const { value: parameter, pointer } = followed;
  const [name, place] = [own(parameter, 'name'), own(parameter, 'in')];
  const isRequired = own(parameter, 'required') === true;
  const leftOut = (code: string, message: string) => {
    reading.findings.add(code, pointer, message);
    return null;
  };
  if (place === 'cookie')
    return leftOut('cookie_parameter', 'Cookies are not sent; the parameter was left out.');
  if (place === 'header' && notParameters.has(wordOf(name).toLowerCase())) return null;
  if (place === 'header' && isOfTheConnection(wordOf(name)))
    return leftOut(
      'header_of_the_connection',
      'The connection itself sets this header; the parameter was left out.',
    );
  if (!isPlace(place) || !isUsable(name, place)) {
    if (isRequired || place === 'path')
      throw new LeftOut(
        'parameter_unusable',
        'A required parameter cannot be sent, so the operation was left out.',
      );
    return leftOut('parameter_unusable', 'The parameter cannot be sent; it was left out.');
  }
  if (credentials.has(placeOf(place, name)))
    return leftOut(
      'credential_parameter',
      'The parameter carries credentials, not arguments; it was left out.',
    );
  return {
    name,
    in: place,
    ...formOf(reading, parameter, place, pointer),
    required: isRequired || place === 'path',
  };
}

function isPlace(place: unknown): place is Place {
  return place === 'path' || place === 'query' || place === 'header';
}

function isUsable(name: unknown, place: Place): name is string {
  if (!isUsableName(name) || /\p{Cc}/u.test(name)) return false;
  return place !== 'header' || (isHeaderName(name) && !/^cookie$/i.test(name));
}

function formOf(
  reading: Reading,
  parameter: JsonObject,
  place: Place,
  pointer: string,
): Pick<Parameter, 'style' | 'explode' | 'schema' | 'description'> {
  const description = prose(own(parameter, 'description'), 1_000);
  const media = jsonIn(own(parameter, 'content'));
  if (media) {
    const schema = {
      value: own(media.value, 'schema') ?? true,
      pointer: `${pointer}${pointerOf(['content', media.key, 'schema'])}`,
    };
    return { style: 'json', explode: false, schema, description };
  }
  const { fallback, known } = styles[place];
  const given = own(parameter, 'style');
  const style = known.find((it) => it === given) ?? fallback;
  if (given !== undefined && given !== style)
    reading.findings.add(
      'style_unusable',
      pointer,
      `The parameter’s style does not fit its place; ${fallback} is used.`,
    );
  const explode = own(parameter, 'explode');
  return {
    style,
    explode: typeof explode === 'boolean' ? explode : style === 'form' || style === 'deepObject',
    schema: { value: own(parameter, 'schema') ?? true, pointer: `${pointer}/schema` },
    description,
  };
}

// Many documents do not declare them, and some declare parameters that their path does not have.
function withThoseOfThePath(
  reading: Reading,
  parameters: Parameter[],
  path: string,
  at: string,
): Parameter[] {
  const named = [...new Set([...path.matchAll(/\{([^{}]*)\}/g)].map(([, name = '']) => name))];
  const declared = parameters.filter(({ name, in: place }) => place !== 'path' || named.includes(name));
  if (declared.length < parameters.length)
    reading.findings.add(
      'path_parameter_unknown',
      at,
      'The path has no place for a path parameter; it was left out.',
    );
  const missing = named.filter((name) => !declared.some((it) => it.in === 'path' && it.name === name));
  if (missing.length > 0)
    reading.findings.add(
      'path_parameter_undeclared',
      at,
      'The path has an undeclared parameter; it is treated as a string.',
    );
  if (!missing.every(isUsableName))
    throw new LeftOut(
      'path_unusable',
      'The path has a parameter without a usable name, so the operation was left out.',
    );
  const texts = missing.map((name): Parameter => ({
    name,
    in: 'path',
    style: 'simple',
    explode: false,
    required: true,
    description: '',
    schema: { value: { type: 'string' }, pointer: at },
  }));
  return [...texts, ...declared];
}
