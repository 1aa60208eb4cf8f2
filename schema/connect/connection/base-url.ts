import type { Connector } from '../../../db/models/connector.ts';
import type { CredentialKind } from '../../../db/models/credential-reference.ts';
import { isWithin } from '../../values/base-url-pattern.ts';
import { missing, validationFailed, type Refusal } from '../../values/errors.ts';

type Where = Pick<Connector, 'servers' | 'baseUrlPatterns' | 'baseUrlProposals' | 'source' | 'sourceUrl'>;

const why: Record<Connector['status'], string> = {
  DELETED: 'is deleted',
  FAILED: 'could not be imported: read the reason in its latestImport, and import it again',
  IMPORTING: 'has not been imported yet: wait until its status is READY',
  READY: 'has not been imported yet',
};

/** Throws unless the connector was imported. An MCP server behind OAuth is imported after its first authorization. */
export function assertImported({ source, importedAt, status }: Connector, kind: CredentialKind | null): void {
  const isReadLater = source === 'MCP' && kind === 'OAUTH2_CLIENT';
  if ((importedAt !== null || isReadLater) && status !== 'DELETED') return;
  throw invalid('/connectorId', why[status]);
}

/** Returns the base URLs of a connector. An MCP server has its own before the first import. */
function serversOf({ source, sourceUrl, servers }: Where): Connector['servers'] {
  return source === 'MCP' && sourceUrl !== null && servers.length === 0
    ? [{ url: new URL(sourceUrl).href, description: '' }]
    : servers;
}

/**
 * Returns the base URL of a connection: one that the description names, or one within the confirmed patterns.
 * Throws `validation_failed` for any other.
 */
export function baseUrlOf(connector: Where, wanted: string | null | undefined): string {
  const servers = serversOf(connector);
  const [first] = servers;
  if (wanted === null || wanted === undefined) {
    if (first) return first.url;
    throw validationFailed([missing('/baseUrl')]);
  }
  if (servers.some(({ url }) => url === wanted)) return wanted;
  const url = URL.parse(wanted);
  if (!url || !isWithin(connector.baseUrlPatterns, url))
    throw invalid('/baseUrl', outside({ ...connector, servers }));
  // The parsed URL was checked, so return it and not the input.
  return url.search ? url.href : url.href.replace(/\/$/, '');
}

function outside({ servers, baseUrlPatterns, baseUrlProposals }: Where): string {
  const known = [...servers.map(({ url }) => url), ...baseUrlPatterns];
  const [proposed] = baseUrlProposals;
  const confirm = proposed === undefined ? '' : `, such as ${proposed}, which its description proposes`;
  if (known.length === 0)
    return `cannot be checked, since the connector has no known addresses. Give the connector baseUrlPatterns${confirm}`;
  return `is not at an address of the connector, which are ${known.join(', ').slice(0, 500)}. For others, give the connector baseUrlPatterns${confirm}`;
}

function invalid(pointer: string, message: string): Refusal {
  return validationFailed([{ pointer, code: 'invalid', message }]);
}
