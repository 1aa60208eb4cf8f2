const json = 'application/json';
const graphqlResponse = 'application/graphql-response+json';
/** The answer type for each media range. Yoga ignores `q`. */
const known = new Map([
  [json, json],
  ['application/*', json],
  ['*/*', json],
  [graphqlResponse, graphqlResponse],
]);

/**
 * Returns the type of yoga's answer to a query: the first in the Accept header that it can produce. Returns null
 * for ranges that we do not know, and if no range fits.
 */
export function answerTypeOf(accept = '*/*'): string | null {
  for (const range of accept.toLowerCase().split(',')) {
    const type = known.get(range.replace(/;\s*q=[\d.]+\s*$/, '').trim());
    if (type !== undefined) return `${type}; charset=utf-8`;
    // Yoga removes white space, also within a name.
    if (/json|\*|charset/.test(range.replace(/\s/g, ''))) return null;
  }
  return null;
}
