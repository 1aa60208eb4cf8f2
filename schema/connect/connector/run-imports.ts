import { Capability } from '../../../db/models/capability.ts';
import { Connector, type DocumentVersion } from '../../../db/models/connector.ts';
import type { ConnectorImport } from '../../../db/models/connector-import.ts';
import { record } from '../../records/audit/record.ts';
import type { Ports, TransactionContext } from '../../kernel/context.ts';
import {
  DescriptionFailure,
  type DescribedCapability,
  type DescriptionCounts,
  type DescriptionHead,
} from '../../kernel/ports/descriptions.ts';
import type { Finding } from '../../values/errors.ts';
import { EgressFailure } from '../../kernel/ports/egress.ts';
import { RemoteToolsFailure } from '../../kernel/ports/remote-tools.ts';
import { announceDrift } from './drift.ts';
import { endImport } from './end-import.ts';
import { ImportFailure } from './fetch-document.ts';
import { lockConnector } from './find.ts';
import { keepUnmodified, readAt } from './keep-unmodified.ts';
import { readSource } from './read-source.ts';
import { batchSize, connectorMoves, maxAttempts } from './rules.ts';
import { inImport, lockRun, Lost, releaseImport, takeImport } from './take-import.ts';
import { toEventData } from './event-data.ts';
import { writeBatch } from './write-batch.ts';

/** The data of a description that are collected until its end. */
interface Reading {
  head: DescriptionHead | null;
  findings: Finding[];
  version: DocumentVersion | null;
}

/**
 * Runs the due imports one after the other, and commits each batch separately. After an interruption, another
 * process reads the description again and counts only what is new. Ends early at the signal.
 */
export async function runImports(ports: Ports, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const run = await takeImport(ports);
    if (!run) return;
    await runImport(ports, run, signal);
  }
}

async function runImport(ports: Ports, run: ConnectorImport, signal: AbortSignal): Promise<void> {
  const reading: Reading = { head: null, findings: [], version: null };
  try {
    if (run.attempts > maxAttempts) throw interrupted();
    await read(ports, run, reading, signal);
  } catch (error) {
    if (error instanceof Lost) return;
    if (signal.aborted) await releaseImport(ports, run);
    else if (isFailure(error)) await fail(ports, run, reading, error);
    else throw error;
  }
}

async function read(
  ports: Ports,
  run: ConnectorImport,
  reading: Reading,
  signal: AbortSignal,
): Promise<void> {
  let batch: DescribedCapability[] = [];
  const write = async () => {
    const full = batch;
    batch = [];
    await inImport(ports, run.workspaceId, async (tx) => {
      await writeBatch(tx, await lockRun(tx, run), full);
      return {};
    });
  };
  for await (const part of readSource(ports, run, signal)) {
    if (part.part === 'UNMODIFIED') await keepUnmodified(ports, run);
    if (part.part === 'VERSION') reading.version = part.version;
    if (part.part === 'HEAD') reading.head = part.head;
    if (part.part === 'FINDING') reading.findings.push(part.finding);
    if (part.part === 'CAPABILITY' && batch.push(part.capability) === batchSize) await write();
    if (part.part !== 'END') continue;
    if (part.counts.capabilities === 0) throw nothingUsable();
    await write();
    await finish(ports, run, reading, part.counts);
  }
}

async function finish(
  ports: Ports,
  { id, attempts, workspaceId, connectorId }: ConnectorImport,
  { head, findings, version }: Reading,
  counts: DescriptionCounts,
): Promise<void> {
  await inImport(ports, workspaceId, async (tx) => {
    const before = await lockConnector(tx, connectorId);
    const run = await lockRun(tx, { id, attempts } as ConnectorImport);
    const removed = await removeOthers(tx, run);
    const now = tx.clock.now();
    const connector = await Connector.change(tx.knex, connectorId, now, {
      status: connectorMoves.next(before.status, 'finish'),
      apiTitle: head?.title ?? null,
      apiVersion: head?.version ?? null,
      servers: head?.servers ?? [],
      baseUrlProposals: head?.baseUrlProposals ?? [],
      schemes: head?.schemes ?? [],
      documentVersion: version,
      ...readAt(now),
    });
    const { operations, findings: findingCount } = counts;
    const ended = await endImport(tx, run, 'succeed', { removed, operations, findingCount, findings });
    await record(tx, 'connector.imported', { subject: connector, data: toEventData(connector, ended) });
    return {};
  });
}

/** Marks the capabilities that disappeared as removed. Their rows stay, since other rows refer to them. */
async function removeOthers(
  tx: TransactionContext,
  { id: importId, connectorId }: ConnectorImport,
): Promise<number> {
  const now = tx.clock.now();
  const removed = await Capability.inWorkspace(tx)
    .where({ connectorId, removedAt: null })
    .whereNot({ importId })
    .patch({ removedAt: now, updatedAt: now })
    .returning('id');
  await announceDrift(
    tx,
    removed.map(({ id }) => id),
  );
  return removed.length;
}

async function fail(
  ports: Ports,
  { id, attempts, workspaceId, connectorId }: ConnectorImport,
  { findings }: Reading,
  { code, message }: Failure,
): Promise<void> {
  await inImport(ports, workspaceId, async (tx) => {
    const before = await lockConnector(tx, connectorId);
    const run = await lockRun(tx, { id, attempts } as ConnectorImport);
    const status = connectorMoves.next(before.status, before.importedAt ? 'keep' : 'fail');
    const connector = await Connector.change(tx.knex, connectorId, tx.clock.now(), {
      status,
      // Some batches of a newer document may already be written.
      documentVersion: null,
      failedImports: before.failedImports + 1,
      failedAt: tx.clock.now(),
    });
    const findingCount = findings.length;
    const parts = { failureCode: code, failure: message, findings, findingCount };
    const ended = await endImport(tx, run, 'fail', parts);
    await record(tx, 'connector.import_failed', { subject: connector, data: toEventData(connector, ended) });
    return {};
  });
}

type Failure = DescriptionFailure | EgressFailure | ImportFailure | RemoteToolsFailure;

function isFailure(error: unknown): error is Failure {
  const kinds = [DescriptionFailure, EgressFailure, ImportFailure, RemoteToolsFailure];
  return kinds.some((kind) => error instanceof kind);
}

function interrupted(): ImportFailure {
  const times = `${maxAttempts} times`;
  return new ImportFailure(
    'interrupted',
    `The import was interrupted ${times} before its end. Import again.`,
  );
}

function nothingUsable(): ImportFailure {
  return new ImportFailure(
    'nothing_usable',
    'The description has no callable operation, so nothing was changed. Read the findings for the reasons.',
  );
}
