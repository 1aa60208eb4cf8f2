/**
 * Whether servers may read the one name of a query or a form for the other, though it is spelled otherwise: without regard to
 * case, to spaces around it, to a zero character and what follows, or to brackets that make a list of it, and with `_` for
 * what a name of theirs may not hold.
 */
export function standsInFor(name: string, other: string): boolean {
  if (name === other) return false;
  const [said, meant] = [plain(name), plain(other)];
  return said.startsWith(meant) && /^(\[.*)?$/.test(said.slice(meant.length));
}

function plain(name: string): string {
  const [text = ''] = name.split('\0');
  return text.trim().toLowerCase().replaceAll(/[. ]/g, '_');
}
