/** What is shorter is found in anybody's answers, and hides nothing. */
const minLength = 8;

/** The parts of an endpoint's address that may be a secret, as they stand there and as a receiver may tell them. */
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
