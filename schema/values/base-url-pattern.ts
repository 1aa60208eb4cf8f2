import { getDomain } from 'tldts';

/**
 * A pattern for the base addresses of accounts, such as `https://*.example.net/api`. In the host and the
 * path, `*` matches one or more characters of one label or segment. A pattern without `*` is one address.
 */
export interface BaseUrlPattern {
  protocol: string;
  labels: string[];
  port: string;
  segments: string[];
}

const form = /^(https?):\/\/([^/:?#@[\]]+|\[[\d.:a-f]+\])(?::\d{1,5})?(?:\/[\w!$&'()*+,;=:@.~-]+)*\/?$/;
const hostCharacters = /^[\da-z_-]+$/;
const pathCharacters = /^[\w.~-]+$/;
const standIn = 'a';

/** Parses a pattern, or returns what is wrong with it. */
export function readPattern(text: string): BaseUrlPattern | { wrong: string } {
  const filled = text.replaceAll('*', standIn);
  const url = form.test(text) ? URL.parse(filled) : null;
  // Rejects everything that a parser would normalize, such as capitals, default ports, dots and IP addresses.
  // People must see the real address.
  if (!url || withoutEnd(url.href) !== withoutEnd(filled) || url.hostname.endsWith('.'))
    return { wrong: 'must be a URL such as https://*.example.net/api, as a browser shows it' };
  const [, protocol = '', host = ''] = form.exec(text) ?? [];
  const labels = host.split('.');
  const segments = segmentsOf(withoutEnd(text.slice(`${protocol}://${host}`.length).replace(/^:\d+/, '')));
  if ([...labels, ...segments].some((part) => part.split('*').length > 2))
    return { wrong: 'must have at most one * in each label and each segment' };
  const last = labels.findLastIndex((label) => label.includes('*'));
  if (last !== -1 && protocol !== 'https')
    return { wrong: 'must begin with https:// where its host has a *' };
  const rest = labels.slice(last + 1).join('.');
  if (last !== -1 && getDomain(rest, { allowPrivateDomains: true }) === null)
    return {
      wrong: `allows any host: ${rest || 'the part after the last *'} is not a domain with one owner. Give the account’s own address`,
    };
  return { protocol: `${protocol}:`, labels, port: url.port, segments };
}

/** Whether the URL matches one of the patterns. */
export function isWithin(patterns: readonly string[], url: URL): boolean {
  return patterns.map(readPattern).some((pattern) => 'labels' in pattern && matches(pattern, url));
}

function matches({ protocol, labels, port, segments }: BaseUrlPattern, url: URL): boolean {
  return (
    url.protocol === protocol &&
    url.port === port &&
    !(url.username + url.password + url.hash) &&
    areLike(labels, url.hostname.split('.'), hostCharacters) &&
    areLike(segments, segmentsOf(withoutEnd(url.pathname)), pathCharacters)
  );
}

function areLike(parts: readonly string[], given: readonly string[], characters: RegExp): boolean {
  return (
    parts.length === given.length &&
    parts.every((part, index) => isLike(part, given[index] ?? '', characters))
  );
}

function isLike(part: string, given: string, characters: RegExp): boolean {
  const [before = '', after] = part.split('*');
  if (after === undefined) return part === given;
  return (
    given.length > before.length + after.length &&
    given.startsWith(before) &&
    given.endsWith(after) &&
    characters.test(given)
  );
}

function segmentsOf(path: string): string[] {
  return path === '' ? [] : path.slice(1).split('/');
}

function withoutEnd(address: string): string {
  return address.replace(/\/$/, '');
}
