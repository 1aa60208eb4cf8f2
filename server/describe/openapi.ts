import type { DescriptionPart } from '../../schema/described.ts';
import { readDocument } from './document.ts';
import { endOf, LeftOut } from './findings.ts';
import { describeOperation, type Surroundings } from './operation.ts';
import { operationsOf, uniqueIdsOf } from './operations.ts';
import { startReading } from './reading.ts';
import { credentialParameters, schemesOf } from './security.ts';
import { headOf } from './servers.ts';

/**
 * Reads an OpenAPI document of 3.0 or 3.1. What of it cannot be understood is left out with a finding, so that the rest can
 * be used. Throws a DescriptionFailure where nothing can.
 */
export function* readOpenApi(bytes: Uint8Array, sourceUrl: URL | null): Generator<DescriptionPart> {
  const reading = startReading(readDocument(bytes));
  const { findings } = reading;
  const head = headOf(reading, sourceUrl);
  const [server] = head.servers;
  const schemes = schemesOf(reading, server ? new URL(server.url) : sourceUrl);
  yield { part: 'HEAD', head: { ...head, schemes } };

  const surroundings: Surroundings = {
    sourceUrl,
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
