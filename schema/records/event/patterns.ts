/** Splits patterns into whole types and the prefixes of patterns such as `approval.*`, including the dot. */
export function splitPatterns(patterns: readonly string[]): { types: string[]; beginnings: string[] } {
  const [types, beginnings]: [string[], string[]] = [[], []];
  for (const pattern of patterns)
    if (pattern.endsWith('.*')) beginnings.push(pattern.slice(0, -1));
    else types.push(pattern);
  return { types, beginnings };
}

/** Returns a test whether a type matches the patterns. */
export function namedBy(patterns: readonly string[]): (type: string) => boolean {
  const { types, beginnings } = splitPatterns(patterns);
  return (type) => types.includes(type) || beginnings.some((beginning) => type.startsWith(beginning));
}
