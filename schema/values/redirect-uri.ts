/** The names by which a browser reaches the machine that it runs on. RFC 8252 §7.3 */
const loopback = new Set(['127.0.0.1', '[::1]', 'localhost']);

// RFC 8252 §7.1: a domain name in reverse order. So `javascript:`, `data:`, `file:` and whatever else browsers act on are none.
const privateScheme = /^[a-z][a-z0-9+-]*(\.[a-z0-9][a-z0-9+-]*)+:$/;

/**
 * Why no client is sent an answer at this address, in words that follow “The redirect address”; null where it may be. Taken are
 * https addresses, http ones of the person's own machine, and private schemes of native applications.
 */
export function redirectFault(uri: string): string | null {
  const { protocol, hostname, username, password } = URL.parse(uri) ?? {};
  // URL.parse drops line breaks, which a header must not have.
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

/** The redirect address as a consent covers it. A program on loopback listens on another port each time (RFC 8252 §7.3). */
export function consentedDestination(uri: string): string {
  const url = new URL(uri);
  if (url.protocol === 'http:' && loopback.has(url.hostname)) url.port = '';
  return url.href;
}

/** Whether people are sent back to a program on their machine, which listens on whatever port is free (RFC 8252 §7.3). */
export function isNative(uris: readonly string[]): boolean {
  return uris.some((uri) => URL.parse(uri)?.protocol !== 'https:');
}
