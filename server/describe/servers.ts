import { storable } from '../../schema/storable.ts';
import type { DescriptionHead } from '../../schema/described.ts';
import { pointerOf } from '../../schema/pointer.ts';
import type { Reading } from './reading.ts';
import { line, prose } from './text.ts';
import { isObject, itemsOf, own } from './values.ts';

type Server = DescriptionHead['servers'][number];

const maxServers = 20;
const maxUrlLength = 2_000;

/** The base addresses that a list of servers has, of those that can be called. */
export function serversOf(reading: Reading, given: unknown, at: string, sourceUrl: URL | null): Server[] {
  return itemsOf(given)
    .slice(0, maxServers)
    .flatMap((server, index) => {
      const url = baseUrlOf(own(server, 'url'), own(server, 'variables'), sourceUrl);
      if (url !== null) return [{ url, description: prose(own(server, 'description'), 500) }];
      reading.findings.add(
        'server_unusable',
        at + pointerOf([index]),
        'The server has no address by http or https that can be called; it was left out.',
      );
      return [];
    });
}

/** The same of the whole document, which is its own server where it names none. OpenAPI 3.1 §4.8.1. */
export function documentServers(reading: Reading, sourceUrl: URL | null): Server[] {
  const given = own(reading.root, 'servers');
  if (itemsOf(given).length > 0) return serversOf(reading, given, '/servers', sourceUrl);
  return sourceUrl ? serversOf(reading, [{ url: '/' }], '/servers', sourceUrl) : [];
}

function baseUrlOf(template: unknown, variables: unknown, sourceUrl: URL | null): string | null {
  if (typeof template !== 'string' || template.length > maxUrlLength) return null;
  const filled = template.replaceAll(
    /\{([^{}]*)\}/g,
    (whole, name: string) => filling(own(variables, name)) ?? whole,
  );
  if (/[{}\p{Cc}\s]/u.test(filled.trim())) return null;
  const url = absolute(filled.trim(), sourceUrl);
  return url && !url.search && !url.hash ? url.href.replace(/\/+$/, '') : null;
}

function filling(variable: unknown): string | null {
  const [first] = itemsOf(own(variable, 'enum'));
  const value = own(variable, 'default') ?? first;
  return typeof value === 'string' || typeof value === 'number' ? String(value) : null;
}

/** An address that requests can go to, in itself or from where the document was found. */
export function absolute(text: unknown, from: URL | null): URL | null {
  if (typeof text !== 'string' || text.length > maxUrlLength || !storable(text)) return null;
  const base = from ?? undefined;
  if (!URL.canParse(text, base)) return null;
  const url = new URL(text, base);
  const isHttp = url.protocol === 'https:' || url.protocol === 'http:';
  return isHttp && !url.username && !url.password ? url : null;
}

export function headOf(reading: Reading, sourceUrl: URL | null): Omit<DescriptionHead, 'schemes'> {
  const info = own(reading.root, 'info');
  const servers = documentServers(reading, sourceUrl);
  if (servers.length === 0)
    reading.findings.add(
      'no_server',
      '/servers',
      'No address is told at which the API is; it is to be given by hand.',
    );
  const title = line(own(info, 'title'));
  return {
    title: title || 'Untitled API',
    version: line(own(info, 'version'), 60),
    description: prose(isObject(info) ? info['description'] : ''),
    servers,
  };
}
