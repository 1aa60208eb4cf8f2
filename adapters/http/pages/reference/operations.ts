import type { DescribedOperation, Description } from './description.ts';

/** An operation of the description that has an id, and so a page. */
export interface Operation {
  id: string;
  method: string;
  path: string;
  tag: string;
  summary: string;
  described: DescribedOperation;
}

const methods: ReadonlySet<string> = new Set([
  'get',
  'put',
  'post',
  'delete',
  'options',
  'head',
  'patch',
  'trace',
]);

/** Returns the operations by tag, in the order of the description. */
export function operationsOf({ paths = {} }: Description): Operation[] {
  const all = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([method]) => methods.has(method))
      .flatMap(([method, described]) => operationOf(method, path, described)),
  );
  return [...Map.groupBy(all, ({ tag }) => tag).values()].flat();
}

function operationOf(method: string, path: string, described: DescribedOperation): Operation[] {
  const { operationId: id, tags, summary } = described;
  if (id === undefined) return [];
  const tag = tags?.[0] ?? 'Other';
  return [{ id, method: method.toUpperCase(), path, tag, summary: summary ?? id, described }];
}

/** Returns the operations whose name, path, text, tag or permission contain each word. */
export function operationsWith(operations: readonly Operation[], query: string): readonly Operation[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return operations;
  return operations.filter((operation) => {
    const text = textOf(operation);
    return words.every((word) => text.includes(word));
  });
}

function textOf({ id, method, path, tag, summary, described }: Operation): string {
  return [id, method, path, tag, summary, described['x-required-permission'] ?? ''].join('\n').toLowerCase();
}
