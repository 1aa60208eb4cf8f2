import { percentDecoded } from '../../values/percent.ts';
import { capturesOf, templateOf, type Template } from './template.ts';

/** A path of a version, with its operations by method. */
export interface Route<Operation> {
  methods: Map<string, Operation>;
}

export interface Match<Operation> {
  route: Route<Operation>;
  /** The values of the templates in the path, in order, percent-encoded. */
  captured: string[];
}

interface Node<Operation> {
  /** By the decoded segment. */
  fixed: Map<string, Node<Operation>>;
  /** The template with the longest fixed text first. */
  templates: { template: Template; node: Node<Operation> }[];
  route: Route<Operation> | null;
}

/** Returns the function that finds the route of a path. Fixed segments win over templates, from left to right. */
export function routerOf<Operation extends { method: string; path: string }>(
  operations: readonly Operation[],
): (path: string) => Match<Operation> | null {
  const root = nodeOf<Operation>();
  for (const operation of operations) {
    const end = segmentsOf(operation.path).reduce(childOf, root);
    end.route ??= { methods: new Map<string, Operation>() };
    end.route.methods.set(operation.method, operation);
  }
  return (path) => find(root, segmentsOf(path), 0);
}

function find<Operation>(
  node: Node<Operation>,
  segments: readonly string[],
  at: number,
): Match<Operation> | null {
  const segment = segments[at];
  if (segment === undefined) return node.route && { route: node.route, captured: [] };
  const fixed = node.fixed.get(percentDecoded(segment));
  const found = fixed && find(fixed, segments, at + 1);
  if (found) return found;
  for (const { template, node: next } of node.templates) {
    const values = capturesOf(template, segment);
    const match = values && find(next, segments, at + 1);
    if (match) return { ...match, captured: [...values, ...match.captured] };
  }
  return null;
}

function childOf<Operation>(node: Node<Operation>, segment: string): Node<Operation> {
  const template = templateOf(segment);
  if (template.length === 1) {
    const fixed = node.fixed.get(percentDecoded(segment)) ?? nodeOf<Operation>();
    node.fixed.set(percentDecoded(segment), fixed);
    return fixed;
  }
  const known = node.templates.find((it) => isSame(it.template, template));
  if (known) return known.node;
  const child = nodeOf<Operation>();
  node.templates.push({ template, node: child });
  node.templates.sort((a, b) => b.template.join('').length - a.template.join('').length);
  return child;
}

function nodeOf<Operation>(): Node<Operation> {
  return { fixed: new Map(), templates: [], route: null };
}

function isSame(one: Template, other: Template): boolean {
  return one.length === other.length && one.every((text, index) => text === other[index]);
}

function segmentsOf(path: string): string[] {
  return path.split('/').slice(1);
}
