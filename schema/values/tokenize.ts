const longest = 40;

/**
 * The words of a text, once each and in lower case: `repos/listForOrg` has repos, list, for and org. Numbers stay with the
 * letters before them. What is longer than 40 characters is a name for machines, and no word.
 */
export function tokenize(...texts: readonly string[]): string[] {
  const words = texts.flatMap(
    (text) =>
      text
        .replaceAll(/(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/gu, ' ')
        .normalize('NFKC')
        .toLowerCase()
        .match(/[\p{L}\p{N}]+/gu) ?? [],
  );
  return [...new Set(words)].filter((word) => word.length <= longest);
}
