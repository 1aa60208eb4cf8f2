import type { CalledCapability } from '../../../db/models/capability.ts';
import { type InjectedCredential, singlesOf } from './inject.ts';
import { operationOf } from './operation.ts';

export type Arguments = Readonly<Record<string, unknown>>;

export type Value = string | number;

/** The place of an argument that may request another page. */
export interface Place {
  name: string;
  path: readonly string[];
  isQuery: boolean;
  /** The type in its schema, if that states one directly. */
  takes: 'NUMBER' | 'TEXT' | null;
}

export function placesOf(capability: CalledCapability, credential: InjectedCredential | null): Place[] {
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

export function typed({ takes }: Place, value: Value): Value {
  if (takes === 'TEXT') return String(value);
  return takes === 'NUMBER' && /^\d{1,15}$/.test(String(value)) ? Number(value) : value;
}

function propertiesIn(schema: unknown): Readonly<Record<string, unknown>> {
  const { properties } = (schema ?? {}) as { properties?: unknown };
  return typeof properties === 'object' && properties !== null ? (properties as Record<string, unknown>) : {};
}
