import { LeftOut } from './findings.ts';
import { schemaKeywords, type Holding } from './keywords.ts';
import { isHeaderName, isObject, own, wordOf } from '../../schema/values/foreign-values.ts';

const keyword = 'x-mcp-header';
const types: ReadonlySet<unknown> = new Set(['string', 'integer', 'boolean']);
const holders: readonly [keyword: string, holds: Holding][] = [
  ...[...schemaKeywords].map(([name, { holds }]): [string, Holding] => [name, holds]),
  ['$defs', 'named'],
  ['definitions', 'named'],
];

interface Mirrored {
  name: unknown;
  type: unknown;
  /** Whether it belongs to a named part of the arguments, so that the place of its value is known. */
  isReachable: boolean;
}

/**
 * Throws LeftOut if a tool requires headers from arguments that cannot be sent: MCP 2026-07-28, streamable
 * HTTP, requires clients to exclude such tools.
 */
export function assertMirrorable(inputSchema: unknown): void {
  const all = [...mirroredIn(inputSchema, { isReachable: true, isRoot: true })];
  const names = new Set(all.map(({ name }) => wordOf(name).toLowerCase()));
  if (names.size === all.length && all.every(isMirrorable)) return;
  throw new LeftOut(
    'header_unusable',
    'The tool needs arguments as headers that no header can carry; the tool was left out.',
  );
}

function isMirrorable({ name, type, isReachable }: Mirrored): boolean {
  return isReachable && typeof name === 'string' && isHeaderName(name) && types.has(type);
}

function* mirroredIn(
  schema: unknown,
  { isReachable, isRoot }: { isReachable: boolean; isRoot: boolean },
): Generator<Mirrored> {
  if (!isObject(schema)) return;
  if (Object.hasOwn(schema, keyword))
    yield { name: schema[keyword], type: own(schema, 'type'), isReachable: isReachable && !isRoot };
  for (const [key, holds] of holders) {
    const held = own(schema, key);
    const inner = holds === 'named' || holds === 'patterned' ? valuesOf(held) : [held].flat();
    for (const one of inner)
      yield* mirroredIn(one, { isReachable: isReachable && key === 'properties', isRoot: false });
  }
}

function valuesOf(held: unknown): unknown[] {
  return isObject(held) ? Object.values(held) : [];
}
