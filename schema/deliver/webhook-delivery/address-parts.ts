/** Shorter parts occur by chance in many answers, so removing them hides nothing. */
const minLength = 8;

/**
 * Returns the parts of an endpoint's URL that may be secret, raw and decoded, since a receiver may echo
 * either.
 */
export function addressParts(url: string): string[] {
  const { pathname, search, searchParams } = new URL(url);
  const parts = [pathname + search, pathname, ...pathname.split('/'), ...searchParams.values()];
  const told = parts.flatMap((part) => [part, decoded(part)]);
  return [...new Set(told)].filter(({ length }) => length >= minLength);
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
