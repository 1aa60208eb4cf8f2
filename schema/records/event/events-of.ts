import type { z } from 'zod';

/** The events of one kind of resource that have the same data. Each type has its meaning, a sentence for people. */
export function eventsOf<const Resource extends string, Data extends z.ZodObject, const Type extends string>(
  resource: Resource,
  data: Data,
  meanings: Record<Type, string>,
) {
  const rows = Object.entries<string>(meanings).map(([type, meaning]) => [type, { resource, data, meaning }]);
  return Object.fromEntries(rows) as Record<Type, { resource: Resource; data: Data; meaning: string }>;
}
