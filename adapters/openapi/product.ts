import { DescriptionFailure } from '../../schema/kernel/ports/descriptions.ts';
import type { ProductPart } from '../../schema/kernel/ports/product-descriptions.ts';
import { readDocument } from './document.ts';
import { collectFindings, endOf, LeftOut } from './findings.ts';
import { operationsOf, uniqueIdsOf, type Operation } from './operations.ts';
import { describeOperation, type Surroundings } from './product-operation.ts';
import { startReading, type Reading } from './reading.ts';
import { createSampler } from './samples.ts';
import { credentialParameters, schemesOf } from './security.ts';
import { infoOf } from './servers.ts';
import { line } from './text.ts';

export const maxProductOperations = 500;

/**
 * Reads the OpenAPI document of a product. Parts that it does not understand are left out with a finding.
 * Throws a DescriptionFailure if nothing is usable, or if the document has too many operations.
 */
export function* readProduct(bytes: Uint8Array): Generator<ProductPart> {
  const reading = startReading(readDocument(bytes));
  const { findings } = reading;
  const operations = [...operationsOf(reading)];
  if (operations.length > maxProductOperations)
    throw new DescriptionFailure(
      'too_large',
      `The document has more than ${maxProductOperations} operations. Divide it among several products, or remove operations that you do not need.`,
    );
  const { title, version, description } = infoOf(reading);
  yield { part: 'HEAD', head: { title, label: version, description } };

  noteAlike(reading, operations);
  const surroundings: Surroundings = {
    credentials: credentialsIn(reading),
    uniqueIds: uniqueIdsOf(reading),
    sampler: createSampler(reading),
  };
  const counts = { operations: operations.length, capabilities: 0 };
  for (const operation of operations)
    try {
      yield { part: 'OPERATION', operation: describeOperation(reading, operation, surroundings) };
      counts.capabilities += 1;
    } catch (error) {
      if (!(error instanceof LeftOut)) throw error;
      findings.addWhole(error.code, operation.at, error.message);
    }
  yield* endOf(findings, counts);
}

/** Adds a finding about each operation that matches the same requests as an earlier one. */
function noteAlike({ findings }: Reading, operations: readonly Operation[]): void {
  const first = new Map<string, string>();
  for (const { method, path, at } of operations) {
    const shape = `${method} ${path.replaceAll(/\{[^{}]*\}/g, '{}')}`;
    const known = first.get(shape);
    if (known === undefined) first.set(shape, path);
    else
      findings.addWhole(
        'paths_alike',
        at,
        `${method} ${line(known)} and ${method} ${line(path)} match the same requests. Remove one of them.`,
      );
  }
}

// Only the places of credentials count here, so the addresses of schemes and their findings do not.
function credentialsIn(reading: Reading): Set<string> {
  const apart = { ...reading, findings: collectFindings() };
  return credentialParameters(schemesOf(apart, { ownHosts: new Set(), from: null }));
}
