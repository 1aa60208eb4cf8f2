// Small changes of meaning in a source file, all built into one text; a switch selects one at run time. So a
// process that has loaded the program once can try many.
import { parseAst } from 'vitest/node';

export interface Mutation {
  start: number;
  end: number;
  /** The new text, for readers and for the code that runs. */
  replacement: string;
  /** Whether it removes a statement instead of replacing an expression. */
  isStatement: boolean;
  line: number;
}

/** A mutation with the number that switches it on. */
export interface Numbered extends Mutation {
  id: number;
}

interface Node {
  type: string;
  start: number;
  end: number;
  [member: string]: unknown;
}

type Replacements = (node: Node, text: Text) => string[];
type Text = (node: unknown) => string;

const boundaries: Record<string, string> = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '===': '!==',
  '!==': '===',
  '+': '-',
  '-': '+',
  '*': '/',
  '/': '*',
};
const logical: Record<string, string> = { '&&': '||', '||': '&&' };
// A Map, since every object has a `toString`.
const swappedCalls = new Map([
  ['some', 'every'],
  ['every', 'some'],
  ['min', 'max'],
  ['max', 'min'],
]);
/** Calls in a chain that still runs without them: conditions, joins and locks of queries, list operations. */
const links =
  /^(?:(?:and|or)?where\w*|\w*join\w*|for(?:Update|Share|KeyShare|NoKeyUpdate)|skipLocked|noWait|having\w*|orderBy\w*|limit|filter|slice|toSorted|toReversed|trim|toLowerCase)$/i;
/** Calls whose object argument is a condition, with one mutation per property. */
const conditions = /^(?:(?:and|or)?where(?:Not)?|findOne)$/i;

const replacementsOf: Record<string, Replacements> = {
  BinaryExpression: ({ operator, left, right }, text) => {
    const other = boundaries[String(operator)];
    const isText = /[+-]/.test(String(operator)) && [left, right].some((side) => isString(side));
    return other === undefined || isText ? [] : [`${text(left)} ${other} ${text(right)}`];
  },
  LogicalExpression: ({ operator, left, right }, text) => {
    const other = logical[String(operator)];
    return operator === '??' ? [text(left)] : [`(${text(left)}) ${other} (${text(right)})`];
  },
  UnaryExpression: ({ operator, argument }, text) => (operator === '!' ? [text(argument)] : []),
  ConditionalExpression: ({ test, consequent, alternate }, text) => [
    `${text(test)} ? ${text(alternate)} : ${text(consequent)}`,
  ],
  ArrayExpression: ({ elements }) => ((elements as unknown[]).length > 0 ? ['[]'] : []),
  Literal: ({ value, regex, raw }) => {
    if (typeof value === 'boolean') return [String(!value)];
    if (typeof value === 'number') return [String(value + 1)];
    return regex ? looserPatterns(String(raw)) : [];
  },
  CallExpression: (node, text) => {
    const callee = node['callee'] as Node;
    if (callee.type !== 'MemberExpression' || callee['computed'] === true || node['optional'] === true)
      return [];
    const name = text(callee['property']);
    const swapped = swappedCalls.get(name);
    const args = (node['arguments'] as Node[]).map(text).join(', ');
    return [
      ...(links.test(name) ? [text(callee['object'])] : []),
      ...(swapped === undefined ? [] : [`${text(callee['object'])}.${swapped}(${args})`]),
    ];
  },
};

/** Returns every mutation of a file, in the order of its text. */
export function mutationsOf(source: string): Mutation[] {
  const found: Mutation[] = [];
  const text: Text = (node) => source.slice((node as Node).start, (node as Node).end);
  const add = (node: Node, replacement: string, isStatement = false) =>
    void found.push({
      start: node.start,
      end: node.end,
      replacement,
      isStatement,
      line: source.slice(0, node.start).split('\n').length,
    });
  const negate = (test: Node) => add(test, `!(${text(test)})`);
  const visit = (node: Node): void => {
    if (isLeftOut(node)) add(node, '', true);
    if (node.type === 'IfStatement' && !hasOwnMutation(node['test'] as Node)) negate(node['test'] as Node);
    for (const replacement of replacementsOf[node.type]?.(node, text) ?? []) add(node, replacement);
    for (const property of conditionMembers(node))
      add(property.of, withoutMember(property.of, property.member, text));
    for (const child of childrenOf(node)) visit(child);
  };
  visit(parseAst(source, { lang: 'ts' }) as unknown as Node);
  return found.toSorted((one, other) => one.start - other.start || other.end - one.end);
}

/** Returns the text with a switch around each of the mutations. */
export function withSwitches(source: string, mutations: readonly Numbered[]): string {
  const ordered = mutations.toSorted((one, other) => one.start - other.start || other.end - one.end);
  const write = (start: number, end: number, within: readonly Numbered[]): string => {
    let [at, written, rest] = [start, '', within];
    for (let first = rest[0]; first; first = rest[0]) {
      const { start: from, end: to } = first;
      const same = rest.filter((other) => other.start === from && other.end === to);
      const inner = rest.filter((other) => other.start < to && !same.includes(other));
      rest = rest.filter((other) => other.start >= to);
      written += source.slice(at, from) + switched(write(from, to, inner), same);
      at = to;
    }
    return written + source.slice(at, end);
  };
  return `${write(0, source.length, ordered)}\n${switchFunction}\n`;
}

/** Returns the text with only one mutation, as a person would write it. */
export function withMutation(source: string, { start, end, replacement, isStatement }: Mutation): string {
  return source.slice(0, start) + (isStatement ? ';' : `(${replacement})`) + source.slice(end);
}

export function told({ start, end, replacement, isStatement }: Mutation, source: string): string {
  const was = oneLine(source.slice(start, end));
  return isStatement ? `left out: ${was}` : `${was}  becomes  ${oneLine(replacement)}`;
}

function oneLine(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ');
  return line.length > 100 ? `${line.slice(0, 50)}…${line.slice(-50)}` : line;
}

function switched(original: string, mutations: readonly Numbered[]): string {
  return mutations.reduceRight(
    (text, { id, replacement, isStatement }) =>
      isStatement
        ? `{ if (!isMutatedBy(${id})) { ${text} } }`
        : `(isMutatedBy(${id}) ? (${replacement}) : (${text}))`,
    original,
  );
}

// Processes that a test starts read the environment.
const switchFunction = `function isMutatedBy(id: number): boolean {
  const state = ((globalThis as any).mutationState ??= { id: Number(process.env['MUTATION'] ?? 0), reached: new Set() });
  state.reached.add(id);
  return state.id === id;
}`;

/** Whether the rest is complete without this node: a call for its effect, or a guard. */
function isLeftOut(node: Node): boolean {
  if (node.type === 'IfStatement') {
    const then = node['consequent'] as Node;
    const last = then.type === 'BlockStatement' ? (then['body'] as Node[]).at(-1) : then;
    return !node['alternate'] && /^(?:Return|Throw|Continue|Break)Statement$/.test(last?.type ?? '');
  }
  if (node.type !== 'ExpressionStatement') return false;
  const expression = node['expression'] as Node;
  const call = (expression.type === 'AwaitExpression' ? expression['argument'] : expression) as Node;
  return call.type === 'CallExpression' && (call['callee'] as Node).type !== 'Super';
}

function hasOwnMutation({ type, operator }: Node): boolean {
  return (
    type === 'UnaryExpression' ||
    type === 'LogicalExpression' ||
    (type === 'BinaryExpression' && /=|<|>/.test(String(operator)))
  );
}

/** Returns the properties of `where({ a, b })`, each of which a mutation can omit. */
function conditionMembers(node: Node): { of: Node; member: Node }[] {
  const callee = node['callee'] as Node | undefined;
  if (node.type !== 'CallExpression' || callee?.type !== 'MemberExpression') return [];
  if (!conditions.test(String((callee['property'] as Node)['name']))) return [];
  const [of] = node['arguments'] as Node[];
  if (of?.type !== 'ObjectExpression') return [];
  const members = of['properties'] as Node[];
  return members.length > 1 ? members.map((member) => ({ of, member })) : [];
}

function withoutMember(of: Node, member: Node, text: Text): string {
  const rest = (of['properties'] as Node[]).filter((other) => other !== member);
  return `{ ${rest.map(text).join(', ')} }`;
}

/** Returns the pattern without its start anchor, and without its end anchor. */
function looserPatterns(raw: string): string[] {
  const loose = [raw.replace(/^\/\^/, '/'), raw.replace(/\$(?=\/[a-z]*$)/, '')];
  return loose.filter((pattern) => pattern !== raw && !pattern.startsWith('//'));
}

function isString(node: unknown): boolean {
  const { type, value } = node as Node;
  return type === 'TemplateLiteral' || typeof value === 'string';
}

/**
 * Returns a node's children without types and property names, and without `?.` chains, where parentheses
 * change the meaning.
 */
function childrenOf(node: Node): Node[] {
  if (/^(?:Import|Export(?:All))/.test(node.type) || node.type === 'ChainExpression') return [];
  if (node.type.startsWith('TS') && !/^TS(?:As|Satisfies|NonNull)Expression$/.test(node.type)) return [];
  return Object.entries(node)
    .filter(([name]) => !isName(node, name))
    .flatMap(([, value]) => (Array.isArray(value) ? value : [value]))
    .filter((value): value is Node => typeof (value as Node | null)?.type === 'string');
}

function isName({ type, computed, key, value }: Node, member: string): boolean {
  if (type === 'Property' && member === 'value' && isProse(key, value)) return true;
  return computed !== true && ((type === 'Property' && member === 'key') || member === 'property');
}

/** Whether it is text for readers: a description in the schema is no rule. */
function isProse(key: unknown, value: unknown): boolean {
  return (key as Node)['name'] === 'description' && isString(value);
}
