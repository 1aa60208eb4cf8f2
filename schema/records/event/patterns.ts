/** What patterns name: types as they are, and the beginnings that `approval.*` stands for, each with its dot. */
export function splitPatterns(patterns: readonly string[]): { types: string[]; beginnings: string[] } {
  const [types, beginnings]: [string[], string[]] = [[], []];
  for (const pattern of patterns)
    if (pattern.endsWith('.*')) beginnings.push(pattern.slice(0, -1));
    else types.push(pattern);
  return { types, beginnings };
}

/** Whether a type is one that the patterns name. */
export function namedBy(patterns: readonly string[]): (type: string) => boolean {
  const { types, beginnings } = splitPatterns(patterns);
  return (type) => types.includes(type) || beginnings.some((beginning) => type.startsWith(beginning));
}
