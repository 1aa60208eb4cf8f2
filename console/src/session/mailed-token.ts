/** The tokens of mailed links, by the path that they opened. They stay in memory. */
const tokens = new Map<string, string>();

/** Returns the token of the link that opened this page, and removes it from the address. */
export function mailedToken(): string | null {
  const { pathname, search, hash } = location;
  if (/^#tok_\w+$/.test(hash)) {
    tokens.set(pathname, hash.slice(1));
    history.replaceState(null, '', pathname + search);
  }
  return tokens.get(pathname) ?? null;
}

/** Forgets the token of this page, which works once. */
export function forgetToken(): void {
  tokens.delete(location.pathname);
}
