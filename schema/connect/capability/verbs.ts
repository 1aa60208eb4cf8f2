/** What an operation does to its object. */
export const effects = ['create', 'delete', 'read', 'update'] as const;
export type Effect = (typeof effects)[number];

/** Returns the number of an effect from 1 on, or 0. */
export const codeOf = (effect: Effect | null): number => (effect ? effects.indexOf(effect) + 1 : 0);

const verbs: Readonly<Record<Effect, string>> = {
  read:
    'check count describe display download export fetch find get head inspect list look lookup query read retrieve ' +
    'search see show view watch',
  create:
    'add create generate insert invite issue make new open post publish register schedule send submit upload',
  update:
    'assign change configure edit enable disable modify move patch put rename replace reset set transition update',
  delete: 'archive cancel clear close delete destroy discard erase kick purge remove revoke',
};

const byVerb = new Map(
  (Object.entries(verbs) as [Effect, string][]).flatMap(([effect, words]) =>
    words.split(' ').map((word) => [word, effect] as const),
  ),
);

/** RFC 9110 §9.2.1, RFC 5789. The effect of a POST is in its words. */
const byMethod: Readonly<Record<string, Effect>> = {
  DELETE: 'delete',
  GET: 'read',
  HEAD: 'read',
  PATCH: 'update',
  PUT: 'update',
};

/** Returns the effect of a verb; null for other words. */
export function effectOf(word: string): Effect | null {
  const forms = [word, word.replace(/es$/u, ''), word.replace(/s$/u, '')];
  return forms.map((form) => byVerb.get(form)).find((effect) => effect !== undefined) ?? null;
}

/** Returns the effect of an operation by its method, or else by the first verb; null if neither says it. */
export function effectOfOperation(method: string | null, words: readonly string[]): Effect | null {
  const certain = method === null ? undefined : byMethod[method];
  if (certain) return certain;
  const said = words.filter((word) => word !== 'post').map(effectOf);
  return said.find((effect) => effect !== null) ?? (method === 'POST' ? 'create' : null);
}
