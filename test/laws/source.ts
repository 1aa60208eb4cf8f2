import { globSync, readFileSync } from 'node:fs';
import { dirname, join, matchesGlob } from 'node:path';

/** The product's code, including its entry points. */
export const productFiles: readonly string[] = globSync('{db,schema,adapters,server}/**/*.ts').toSorted();
/** The package for external programs. */
export const sdkFiles: readonly string[] = globSync('sdk/src/**/*.ts').toSorted();
/** The pages of the specification, in the order of its sections. */
export const specificationPages: readonly string[] = globSync(
  'docs/reference/specification/[0-9]*.md',
).toSorted();
export const testFiles: readonly string[] = globSync('test/**/*.ts').toSorted();

const importForm = /^import\s+(?:[\w*{}\s,$]+?\s+from\s+)?'([^']+)'|\bimport\('([^']+)'\)/gm;

export interface Imports {
  /** Files of the repository, by their paths from the root. */
  ours: string[];
  packages: string[];
}

/** Returns the imports of a file, types included. */
export function importsOf(file: string): Imports {
  const names = [...read(file).matchAll(importForm)].map(([, name = '', dynamic = '']) => name || dynamic);
  const ours = names.filter((name) => name.startsWith('.')).map((name) => join(dirname(file), name));
  return { ours, packages: names.filter((name) => !name.startsWith('.') && !name.startsWith('node:')) };
}

export function read(file: string): string {
  return readFileSync(file, 'utf8');
}

/** Returns the code without its comments; strings stay. */
export function codeOf(file: string): string {
  return read(file).replaceAll(/\/\*[\s\S]*?\*\/|(?<=^|[\s;{(])\/\/[^\n]*/g, '');
}

export function matches(file: string, patterns: readonly string[]): boolean {
  return patterns.some((pattern) => matchesGlob(file, pattern));
}

/** Returns the first import cycle, or null. */
export function cycleIn(graph: ReadonlyMap<string, readonly string[]>): string | null {
  const done = new Set<string>();
  const visit = (node: string, path: readonly string[]): string | null => {
    if (path.includes(node)) return [...path.slice(path.indexOf(node)), node].join(' → ');
    if (done.has(node)) return null;
    for (const next of graph.get(node) ?? []) {
      const cycle = visit(next, [...path, node]);
      if (cycle) return cycle;
    }
    done.add(node);
    return null;
  };
  for (const node of graph.keys()) {
    const cycle = visit(node, []);
    if (cycle) return cycle;
  }
  return null;
}
