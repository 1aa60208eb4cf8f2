import type { DescriptionPart } from '../../schema/kernel/ports/descriptions.ts';
import { readDocument } from './document.ts';
import { endOf, LeftOut } from './findings.ts';
import { describeOperation, type Surroundings } from './operation.ts';
import { operationsOf, uniqueIdsOf } from './operations.ts';
import { startReading } from './reading.ts';
import { credentialParameters, schemesOf } from './security.ts';
import { documentServers, headOf, type Servers } from './servers.ts';

/**
 * Reads an OpenAPI document of 3.0 or 3.1. Parts that it does not understand are left out with a finding.
 * Throws a DescriptionFailure if nothing is usable.
 */
export function* readOpenApi(bytes: Uint8Array, sourceUrl: URL | null): Generator<DescriptionPart> {
  const reading = startReading(readDocument(bytes));
  const { findings } = reading;
  const servers = documentServers(reading, sourceUrl);
  const head = headOf(reading, servers);
  const { ownHosts } = servers;
  const schemes = schemesOf(reading, { ownHosts, from: placeOf(servers, sourceUrl) });
  yield { part: 'HEAD', head: { ...head, schemes } };

  const surroundings: Surroundings = {
    sourceUrl,
    ownHosts,
    schemes,
    credentials: credentialParameters(schemes),
    uniqueIds: uniqueIdsOf(reading),
  };
  const counts = { operations: 0, capabilities: 0 };
  for (const operation of operationsOf(reading)) {
    counts.operations += 1;
    try {
      yield { part: 'CAPABILITY', capability: describeOperation(reading, operation, surroundings) };
      counts.capabilities += 1;
    } catch (error) {
      if (!(error instanceof LeftOut)) throw error;
      findings.addWhole(error.code, operation.at, error.message);
    }
  }
  yield* endOf(findings, counts);
}

// If each account has its own address and there is no other, relative URLs are relative to the account's.
function placeOf({ servers: [server], ownHosts }: Servers, sourceUrl: URL | null): URL | null {
  if (server) return new URL(server.url);
  return ownHosts.size > 0 ? null : sourceUrl;
}
