import { yieldToEventLoop } from '../../schema/kernel/yield-to-event-loop.ts';
import { isObject } from '../../schema/values/foreign-values.ts';

// Below this, an operation or a schema is written without a pause.
const yieldingLevels = 3;

/**
 * Writes JSON data as YAML 1.2 in block style. The library takes seconds for a large document, in which no other
 * request would be answered.
 */
export async function yamlOf(data: object): Promise<string> {
  return (await inPauses(data, '', yieldingLevels)).slice(1).concat('\n');
}

async function inPauses(value: unknown, indent: string, levels: number): Promise<string> {
  if (levels === 0 || !isObject(value)) return blockOf(value, indent);
  const entries: string[] = [];
  for (const [key, member] of membersOf(value)) {
    await yieldToEventLoop();
    entries.push(entryOf(key, await inPauses(member, `${indent}  `, levels - 1), indent));
  }
  return entries.length === 0 ? ' {}' : entries.join('');
}

/** Returns the value as it follows a key: a scalar after a space, or a block in the lines below. */
function blockOf(value: unknown, indent: string): string {
  const within = `${indent}  `;
  if (Array.isArray(value))
    // The first line of an item follows the hyphen, which takes the place of its indentation.
    return value.map((item) => `\n${indent}- ${blockOf(item, within).trimStart()}`).join('') || ' []';
  if (!isObject(value)) return ` ${scalarOf(value)}`;
  return (
    membersOf(value)
      .map(([key, member]) => entryOf(key, blockOf(member, within), indent))
      .join('') || ' {}'
  );
}

// YAML 1.2 §8.2.2: a longer key needs a question mark.
const longestKey = 1_000;

function entryOf(key: string, block: string, indent: string): string {
  const name = scalarOf(key);
  return name.length > longestKey
    ? `\n${indent}? ${name}\n${indent}:${block}`
    : `\n${indent}${name}:${block}`;
}

const plain = /^[a-z/](?:[\w ./-]*[\w./-])?$/i;
// YAML 1.1 reads some of them as booleans.
const reserved = /^(?:null|true|false|yes|no|on|off|y|n)$/i;
// YAML 1.2 §5.1: JSON need not escape them, but YAML does.
const unprintable = /[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g;

function scalarOf(value: unknown): string {
  if (typeof value === 'string' && plain.test(value) && !reserved.test(value)) return value;
  const text = JSON.stringify(value ?? null);
  return text.replaceAll(
    unprintable,
    (it) => String.raw`\u${it.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** Returns the members that JSON states. */
function membersOf(map: object): [name: string, value: unknown][] {
  return Object.entries(map).filter(([, value]) => value !== undefined);
}
