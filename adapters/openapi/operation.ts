import type { DescribedCapability, DescribedScheme } from '../../schema/kernel/ports/descriptions.ts';
import { bodyOf, outputOf } from './bodies.ts';
import { LeftOut } from './findings.ts';
import { inputOf } from './input.ts';
import type { Operation } from './operations.ts';
import { parametersOf } from './parameters.ts';
import type { Reading } from './reading.ts';
import { securityOf } from './security.ts';
import { operationServer } from './servers.ts';
import { line, prose } from './text.ts';
import { itemsOf, own } from '../../schema/values/foreign-values.ts';

/** The properties common to all operations of a document. */
export interface Surroundings {
  sourceUrl: URL | null;
  /** As in `Servers`, for the whole document. */
  ownHosts: ReadonlySet<string>;
  schemes: readonly DescribedScheme[];
  /** `header:name` and `query:name` of the parameters that carry credentials. */
  credentials: ReadonlySet<string>;
  /** The ids that only one operation has. */
  uniqueIds: ReadonlySet<string>;
}

const maxPathLength = 1_000;
const maxSearchLength = 4_000;
const maxTags = 20;
const safe = new Set(['GET', 'HEAD']);

/** Describes an operation as a capability. Throws LeftOut if it cannot be called. */
export function describeOperation(
  reading: Reading,
  operation: Operation,
  { sourceUrl, ownHosts, schemes, credentials, uniqueIds }: Surroundings,
): DescribedCapability {
  assertCallable(operation);
  const { method, path, value, item, at } = operation;
  const body = bodyOf(reading, value, method, at);
  const found = parametersOf(reading, parameterLists(operation), path, credentials);
  const { parameters, inputSchema } = inputOf(reading, found, body, at);
  const servers = own(value, 'servers') ?? own(item.value, 'servers');
  const server = operationServer(reading, servers, `${at}/servers`, { ownHosts, from: sourceUrl });
  const security = own(value, 'security') ?? own(reading.root, 'security');
  const tags = itemsOf(own(value, 'tags'))
    .slice(0, maxTags)
    .map((tag) => line(tag, 100));
  return {
    ...headingOf(operation, uniqueIds),
    mode: safe.has(method) ? 'read' : 'write',
    request: {
      kind: 'HTTP',
      method,
      path,
      server,
      parameters,
      body: body && { property: 'body', contentType: body.contentType, required: body.required },
      security: securityOf(reading, security, at, new Set(schemes.map(({ name }) => name))),
    },
    inputSchema,
    outputSchema: outputOf(reading, value, method, at),
    search: line(
      [line(own(value, 'operationId')), method, path, ...tags, ...found.map(({ name }) => name)].join(' '),
      maxSearchLength,
    ),
  };
}

/** Returns the key of an operation, which is its id only if that is unique, and its texts. */
export function headingOf(
  { method, path, value }: Operation,
  uniqueIds: ReadonlySet<string>,
): Pick<DescribedCapability, 'key' | 'title' | 'description'> {
  const id = own(value, 'operationId');
  return {
    key: typeof id === 'string' && uniqueIds.has(id) ? id : `${method} ${path}`,
    title: line(own(value, 'summary')) || line(id) || line(`${method} ${path}`),
    description: prose(own(value, 'description')),
  };
}

/** Returns the lists of parameters: that of the path item, and then the operation’s own. */
export function parameterLists({ value, item, at }: Operation): { given: unknown; at: string }[] {
  return [
    { given: own(item.value, 'parameters'), at: `${item.pointer}/parameters` },
    { given: own(value, 'parameters'), at: `${at}/parameters` },
  ];
}

/**
 * Throws LeftOut if no request can have the method or the path. A path is appended to the server's, so it must
 * not lead out of it or end it. RFC 3986 §3.3, §5.2.4.
 */
export function assertCallable({ method, path }: Operation): void {
  if (method === 'TRACE')
    throw new LeftOut('method_unusable', 'TRACE returns the request itself, so the operation was left out.');
  const isPlain =
    path.startsWith('/') &&
    path.length <= maxPathLength &&
    !/[?#\\\s\p{Cc}]/u.test(path) &&
    path.isWellFormed();
  const leadsOut = path.split('/').some((segment) => /^(?:\.|%2e){1,2}$/i.test(segment));
  const hasStrayBrace = /[{}]/.test(path.replaceAll(/\{[^{}]+\}/g, ''));
  if (!isPlain || leadsOut || hasStrayBrace)
    throw new LeftOut('path_unusable', 'The path is not valid, so the operation was left out.');
}
