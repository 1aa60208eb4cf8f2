import type { DescribedCapability, ToolHint } from '../../schema/kernel/ports/descriptions.ts';
import { selfContained } from './definitions.ts';
import { below, LeftOut, type Findings } from './findings.ts';
import { assertMirrorable } from './mirrored.ts';
import { startReading, type Direction } from './reading.ts';
import { convert } from './schemas.ts';
import { line, prose } from './text.ts';
import { isObject, isUsableName, own } from '../../schema/values/foreign-values.ts';

export interface ToolPlace {
  findings: Findings;
  at: string;
  /** The names of the preceding tools. */
  taken: Set<string>;
}

const hintNames: readonly ToolHint[] = ['destructiveHint', 'idempotentHint', 'openWorldHint'];
const maxSearchLength = 4_000;

/** Describes a tool as a capability. Throws LeftOut if it cannot be called. */
export function describeTool(tool: unknown, { findings, at, taken }: ToolPlace): DescribedCapability {
  const name = nameIn(tool);
  if (name === null) throw new LeftOut('name_unusable', 'The tool has no valid name, so it was left out.');
  if (taken.has(name))
    throw new LeftOut('name_taken', 'The server already has a tool with this name; this one was left out.');
  taken.add(name);
  const [input, output] = [own(tool, 'inputSchema'), own(tool, 'outputSchema')];
  const annotations = own(tool, 'annotations');
  assertMirrorable(input);
  const inputSchema = argumentsOf(input, findings, `${at}/inputSchema`);
  return {
    key: name,
    title: line(own(tool, 'title')) || line(own(annotations, 'title')) || line(name),
    description: prose(own(tool, 'description')),
    // A hint from the server itself; a tool without the hint counts as a write.
    mode: own(annotations, 'readOnlyHint') === true ? 'read' : 'write',
    request: { kind: 'TOOL', tool: name, hints: hintsIn(annotations) },
    inputSchema,
    outputSchema: isObject(output) ? schemaOf(output, 'output', below(findings, `${at}/outputSchema`)) : null,
    search: line([name, ...propertiesOf(inputSchema)].join(' '), maxSearchLength),
  };
}

/** Returns the name for calling and showing a tool; null if it has no usable one. */
export function nameIn(tool: unknown): string | null {
  const name = own(tool, 'name');
  return isUsableName(name) && line(name) === name ? name : null;
}

function hintsIn(annotations: unknown): Partial<Record<ToolHint, boolean>> {
  const stated = hintNames.map((name) => [name, own(annotations, name)] as const);
  return Object.fromEntries(stated.filter(([, value]) => typeof value === 'boolean'));
}

/** The arguments are an object, whatever the server says. */
function argumentsOf(given: unknown, findings: Findings, at: string): Record<string, unknown> {
  const schema = isObject(given) ? schemaOf(given, 'input', below(findings, at)) : {};
  if (isObject(given) && (schema['type'] ?? 'object') === 'object') return { type: 'object', ...schema };
  findings.add('schema_unusable', at, 'This is not the schema of an object; it was left out.');
  return { type: 'object' };
}

/** References are followed only within the schema. */
function schemaOf(
  root: Readonly<Record<string, unknown>>,
  direction: Direction,
  findings: Findings,
): Record<string, unknown> {
  const reading = startReading({ root, is30: false }, findings);
  const { schema, refs } = convert(reading, direction, { value: root, pointer: '' });
  return selfContained(reading, direction, { schema: isObject(schema) ? { ...schema } : {}, refs }, '');
}

function propertiesOf(schema: Record<string, unknown>): string[] {
  const properties = schema['properties'];
  return isObject(properties) ? Object.keys(properties) : [];
}
