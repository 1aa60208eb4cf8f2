/** The list of operations, and the start of the address of every other page. */
export const root = '/reference';

/** The pages beside those of operations, by their names. No operation has one of these ids. */
export const namedPages = ['errors', 'event-types', 'permissions'] as const;
export type NamedPage = (typeof namedPages)[number];

/** Returns a text as a part of an address; half a surrogate pair, which no address has, becomes U+FFFD. */
export function encoded(text: string): string {
  // A parenthesis would end the address of a link in Markdown.
  return encodeURIComponent(text.toWellFormed()).replaceAll('(', '%28').replaceAll(')', '%29');
}

/** Returns the path of a page, or of its Markdown twin. */
export function pathOf(name: string, ending: '' | '.md' = ''): string {
  return name === '' ? `${root}${ending}` : `${root}/${encoded(name)}${ending}`;
}
