const longest = 40;

/**
 * Returns the distinct words of texts in lower case and without accents: `repos/listForOrg` has repos, list, for and
 * org. A number belongs to the letters before it. Words of more than 40 characters are omitted as machine names.
 */
export function tokenize(...texts: readonly string[]): string[] {
  const words = texts.flatMap(
    (text) =>
      text
        .replaceAll(/(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/gu, ' ')
        .normalize('NFKD')
        .replaceAll(/[\u0300-\u036f]/g, '')
        .normalize('NFC')
        .toLowerCase()
        .match(/[\p{L}\p{N}]+/gu) ?? [],
  );
  return [...new Set(words)].filter((word) => word.length <= longest);
}
