import { readPattern } from '../../schema/values/base-url-pattern.ts';
import { storable } from '../../schema/values/storable.ts';
import type { DescriptionHead } from '../../schema/kernel/ports/descriptions.ts';
import { pointerOf } from '../../schema/values/pointer.ts';
import type { Reading } from './reading.ts';
import { filledOf, openedOf, templateOf, type Template } from './server-templates.ts';
import { line, prose } from './text.ts';
import { itemsOf, own } from '../../schema/values/foreign-values.ts';

type Server = DescriptionHead['servers'][number];

/** The addresses of an API, from a list of servers. */
export interface Servers {
  servers: Server[];
  /** Patterns of the addresses that differ between accounts. */
  patterns: string[];
  /** Hosts that stand for an account's own host, as the document writes them. */
  ownHosts: ReadonlySet<string>;
}

const maxServers = 20;
const maxUrlLength = 2_000;
const perAccount = 'Each account has its own address.';

/** Returns the callable base URLs in a list of servers, and the patterns for accounts' addresses. */
export function serversOf(reading: Reading, given: unknown, at: string, sourceUrl: URL | null): Servers {
  const all = itemsOf(given)
    .slice(0, maxServers)
    .map((server, index) => serverAt(reading, server, at + pointerOf([index]), sourceUrl));
  return {
    servers: all.flatMap(({ servers }) => servers).slice(0, maxServers),
    patterns: [...new Set(all.flatMap(({ patterns }) => patterns))].slice(0, maxServers),
    ownHosts: new Set(all.flatMap(({ ownHosts }) => Array.from(ownHosts))),
  };
}

/** Returns the servers of the whole document; without any, its source is the server. OpenAPI 3.1 §4.8.1. */
export function documentServers(reading: Reading, sourceUrl: URL | null): Servers {
  const given = own(reading.root, 'servers');
  if (itemsOf(given).length > 0) return serversOf(reading, given, '/servers', sourceUrl);
  return serversOf(reading, sourceUrl ? [{ url: '/' }] : [], '/servers', sourceUrl);
}

function serverAt(reading: Reading, server: unknown, at: string, sourceUrl: URL | null): Servers {
  const template = templateIn(server);
  const servers = (template ? filledOf(template) : []).flatMap((url) => {
    const address = baseUrlIn(url, sourceUrl);
    return address === null ? [] : [{ url: address, description: prose(own(server, 'description'), 500) }];
  });
  const opened = template ? openedOf(template) : [];
  const patterns = opened.map(withoutEnd).filter((pattern) => !('wrong' in readPattern(pattern)));
  const isOwn = opened.length > 0;
  note(reading, at, { servers, patterns, isOwn });
  return { servers, patterns, ownHosts: new Set(isOwn && template ? ownHostsOf(template, servers) : []) };
}

function templateIn(server: unknown): Template | null {
  const text = own(server, 'url');
  if (typeof text !== 'string' || text.length > maxUrlLength) return null;
  return templateOf(text.trim(), own(server, 'variables'));
}

function note(
  { findings }: Reading,
  at: string,
  { servers, patterns, isOwn }: { servers: Server[]; patterns: string[]; isOwn: boolean },
): void {
  if (patterns.length > 0)
    findings.add(
      'server_per_account',
      at,
      `${perAccount} Confirm ${patterns.join(', ')} as baseUrlPatterns of the connector, or give narrower ones.`,
    );
  else if (isOwn && servers.length === 0)
    findings.add(
      'server_per_account',
      at,
      `${perAccount} Add it, or a pattern of such addresses, as baseUrlPatterns of the connector.`,
    );
  else if (servers.length === 0)
    findings.add(
      'server_unusable',
      at,
      'The server has no http or https URL that can be called; it was left out.',
    );
}

function ownHostsOf({ text }: Template, servers: readonly Server[]): string[] {
  const host = hostIn(text);
  return [...(host ? [host] : []), ...servers.map(({ url }) => new URL(url).host)];
}

function hostIn(address: string): string | undefined {
  return /^https?:\/\/([^/?#]+)/i.exec(address)?.[1]?.toLowerCase();
}

function baseUrlIn(text: string, sourceUrl: URL | null): string | null {
  if (/[{}\p{Cc}\s]/u.test(text)) return null;
  const url = absolute(text, sourceUrl);
  return url && !url.search && !url.hash ? withoutEnd(url.href) : null;
}

function withoutEnd(address: string): string {
  return address.replace(/\/+$/, '');
}

/** Returns a URL that requests can go to, absolute or relative to the document's own; else null. */
export function absolute(text: unknown, from: URL | null): URL | null {
  if (typeof text !== 'string' || text.length > maxUrlLength || !storable(text)) return null;
  const base = from ?? undefined;
  if (!URL.canParse(text, base)) return null;
  const url = new URL(text, base);
  const isHttp = url.protocol === 'https:' || url.protocol === 'http:';
  return isHttp && !url.username && !url.password ? url : null;
}

/** The base for the URLs other than those of servers. */
export type Surrounding = Pick<Servers, 'ownHosts'> & { from: URL | null };

/** Returns the URL, or only its path if the host differs between accounts; null if it is unusable. */
export function addressIn(text: unknown, { ownHosts, from }: Surrounding): string | null {
  if (typeof text !== 'string') return null;
  const host = hostIn(text);
  const isOwn = host === undefined ? from === null && ownHosts.size > 0 : ownHosts.has(host);
  return isOwn ? pathIn(text) : (absolute(text, from)?.href ?? null);
}

/** Returns the first server that an operation names itself; null if it names none. */
export function operationServer(
  reading: Reading,
  given: unknown,
  at: string,
  { ownHosts, from }: Surrounding,
): string | null {
  const template = templateIn(itemsOf(given)[0]);
  const isOwn = template !== null && ownHosts.has(hostIn(template.text) ?? '');
  const [opened] = isOwn ? openedOf(template) : [];
  const path = opened === undefined ? null : pathIn(opened);
  if (path !== null && !path.includes('*')) return withoutEnd(path) || '/';
  return serversOf(reading, given, at, from).servers[0]?.url ?? null;
}

function pathIn(text: string): string | null {
  const url = absolute(text.replace(/^https?:\/\/[^/?#]+/i, anyHost), new URL(anyHost));
  if (!url || url.origin !== anyHost || /[{}]|%7[bd]/i.test(url.pathname) || url.pathname.startsWith('//'))
    return null;
  return url.pathname + url.search;
}

const anyHost = 'https://account.invalid';

export function headOf(
  reading: Reading,
  { servers, patterns, ownHosts }: Servers,
): Omit<DescriptionHead, 'schemes'> {
  if (servers.length === 0 && patterns.length === 0 && ownHosts.size === 0)
    reading.findings.add(
      'no_server',
      '/servers',
      'The description names no server. Add its address, or a pattern of it, as baseUrlPatterns of the connector.',
    );
  return { ...infoOf(reading), servers, baseUrlProposals: patterns };
}

export function infoOf({ root }: Reading): Pick<DescriptionHead, 'title' | 'version' | 'description'> {
  const info = own(root, 'info');
  return {
    title: line(own(info, 'title')) || 'Untitled API',
    version: line(own(info, 'version'), 60),
    description: prose(own(info, 'description')),
  };
}
