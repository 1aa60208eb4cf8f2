import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { isDeepStrictEqual } from 'node:util';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { parse as fromYaml } from 'yaml';
import { pointerOf } from '../../schema/values/pointer.ts';

/** The part of an operation that decides whether a mock can answer a call with a token. */
export interface Operation {
  responses: Record<string, { $ref?: string; content?: Record<string, { schema?: unknown }> }>;
  security?: Record<string, string[]>[];
}

export interface Api {
  /** The text as its authors publish it. */
  text: string;
  document: {
    servers: { url: string }[];
    paths: Record<string, Record<string, Operation>>;
    components?: { securitySchemes?: Record<string, { type: string }> };
  };
}

/** Reads a public OpenAPI document from an npm package, JSON or YAML. */
export function publicApi(path: string): Api {
  const text = readFileSync(createRequire(import.meta.url).resolve(path), 'utf8');
  return { text, document: parse(text) };
}

/** Returns the same text with another URL of its only server. */
export function servedFrom({ text, document }: Api, origin: string): string {
  const [server] = document.servers;
  const moved = text.replace(server?.url ?? '', origin);
  if (!isDeepStrictEqual(parse(moved), { ...document, servers: [{ ...server, url: origin }] }))
    throw new Error('More than the address of the one server would change.');
  return moved;
}

function parse(text: string): Api['document'] {
  return text.startsWith('{') ? JSON.parse(text) : fromYaml(text);
}

/** Returns the document with only these paths, since a mock of all starts slowly. */
export function narrowedTo({ document }: Api, paths: ReadonlySet<string>): object {
  const kept = Object.entries(document.paths).filter(([path]) => paths.has(path));
  return { ...document, paths: Object.fromEntries(kept) };
}

/** Returns the status with which a mock refuses a call with a token, or null if it must answer with data. */
export function refusedBy({ document }: Api, path: string): number | null {
  const { responses, security = [] } = operationAt(document, path);
  const isByTokenAlone = (names: string[]) =>
    names.every((name) => document.components?.securitySchemes?.[name]?.type !== 'apiKey');
  if (security.length > 0 && !security.some((ways) => isByTokenAlone(Object.keys(ways)))) return 401;
  // Its router supports only one parameter per path segment.
  if (/\}[^/]+\{/.test(path)) return 422;
  const statuses = Object.keys(responses)
    .map(Number)
    .toSorted((a, b) => a - b);
  return statuses.some((status) => status >= 200 && status < 300) ? null : (statuses[0] ?? 500);
}

function operationAt({ paths }: Api['document'], path: string): Operation {
  const operation = paths[path]?.['get'];
  if (!operation) throw new Error(`${path} is not read.`);
  return operation;
}

/** Validates answers against the published document, without schemas of ours. */
export function judgeOf({ document }: Api): (path: string, answer: unknown) => boolean {
  const ajv = new Ajv2020({
    strict: false,
    validateFormats: false,
    logger: false,
    code: { optimize: false },
  });
  ajv.addSchema({ ...document, $id: 'public:api' });
  return (path, answer) => {
    const { responses } = operationAt(document, path);
    const status = Object.keys(responses).find((it) => it.startsWith('2')) ?? 'none';
    const { $ref, content } = responses[status] ?? {};
    const type = Object.keys(content ?? {}).find((it) => /[/+]json$/.test(it)) ?? 'application/json';
    // Some operations do not describe their answers.
    if ($ref === undefined && content?.[type]?.schema === undefined) return true;
    const response = $ref ?? `#${pointerOf(['paths', path, 'get', 'responses', status])}`;
    const schema = `${response}${pointerOf(['content', type, 'schema'])}`;
    return ajv.validate({ $ref: `public:api${encodeURI(schema)}` }, answer);
  };
}
