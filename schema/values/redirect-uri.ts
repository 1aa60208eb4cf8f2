/** The names of a browser's own machine. RFC 8252 §7.3 */
const loopback = new Set(['127.0.0.1', '[::1]', 'localhost']);

// RFC 8252 §7.1: a domain name in reverse order. This excludes `javascript:`, `data:`, `file:` and other
// schemes that browsers execute.
const privateScheme = /^[a-z][a-z0-9+-]*(\.[a-z0-9][a-z0-9+-]*)+:$/;

/**
 * Returns why a redirect address is not allowed, as a predicate of “The redirect address”; null if it is
 * allowed. Allowed are https addresses, http on loopback addresses, and private schemes of native
 * applications.
 */
export function redirectFault(uri: string): string | null {
  const { protocol, hostname, username, password } = URL.parse(uri) ?? {};
  // URL.parse drops line breaks, which must not get into a header.
  if (protocol === undefined || !/^[\x21-\x7e]+$/.test(uri)) return 'is not an absolute URL';
  if (uri.includes('#')) return 'must not have a fragment (#)';
  if (username || password) return 'must not have a user name or password in it';
  const isLoopback = loopback.has(hostname ?? '');
  if (protocol === 'https:') return isLoopback ? 'must use http for a loopback address' : null;
  if (protocol === 'http:')
    return isLoopback ? null : 'must use https; only 127.0.0.1, [::1] and localhost may use http';
  return privateScheme.test(protocol)
    ? null
    : `has the scheme ${protocol.slice(0, -1)}; a private scheme must be a domain name in reverse order, such as com.example.app`;
}

/**
 * Returns the redirect address as a consent covers it. Omits the port of a loopback address, since it differs
 * each time (RFC 8252 §7.3).
 */
export function consentedDestination(uri: string): string {
  const url = new URL(uri);
  if (url.protocol === 'http:' && loopback.has(url.hostname)) url.port = '';
  return url.href;
}

/** Whether any of the addresses belongs to a native program on the person's machine (RFC 8252 §7.3). */
export function isNative(uris: readonly string[]): boolean {
  return uris.some((uri) => URL.parse(uri)?.protocol !== 'https:');
}
