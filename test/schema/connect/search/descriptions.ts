import { readdirSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';

/** One operation of a description in this folder, as far as these tests read it. */
export interface Described {
  operationId?: string;
  summary?: string;
  description?: string;
}

export interface Question {
  ask: string;
  connector: string;
  /** The accepted operations, best first: an operation id, or the method and path where it has none. */
  operation: string[];
  /** Without any word of the title of an accepted operation. */
  isParaphrase: boolean;
}

interface Description {
  openapi: string;
  paths: Record<string, Record<string, Described>>;
}

const folder = new URL('descriptions/', import.meta.url);
const ending = '.json.gz';

/** The reduced OpenAPI documents by provider. */
export const descriptions = new Map(
  readdirSync(folder)
    .filter((name) => name.endsWith(ending))
    .map((name) => [name.slice(0, -ending.length), read(name)]),
);

/** Tune with `heldIn` only, so that `heldOut` measures what was not tuned for. */
export const questions = JSON.parse(
  readFileSync(new URL('questions.json', import.meta.url), 'utf8'),
) as Record<'heldIn' | 'heldOut', Question[]>;

/** The operations of a provider by their operation id, or by method and path. */
export function operationsOf(provider: string): Map<string, Described> {
  const items = Object.entries(descriptions.get(provider)?.paths ?? {});
  return new Map(
    items.flatMap(([path, item]) =>
      Object.entries(item).map(([method, operation]) => [
        operation.operationId ?? `${method.toUpperCase()} ${path}`,
        operation,
      ]),
    ),
  );
}

function read(name: string): Description {
  return JSON.parse(gunzipSync(readFileSync(new URL(name, folder))).toString('utf8')) as Description;
}
