import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { DescriptionFailure, type DescriptionFailureCode } from '../../schema/kernel/ports/descriptions.ts';
import { linesOf, TooMuch } from './lines.ts';
import { impatient, patienceOf } from './patience.ts';
import type { Task } from './reader.ts';

export interface ReadingLimits {
  maxDocumentBytes: number;
  /** The limit of the total wait for output of the process. The time to handle the output does not count. */
  timeoutMs: number;
  heapMebibytes: number;
  maxTotalBytes: number;
}

// Two schemas of 256 KiB, where a character may take six bytes in JSON, and the texts beside them.
const maxLineBytes = 4 * 2 ** 20;
const niceness = 5;
const program = join(import.meta.dirname, 'reader.ts');
const lessOfIt = 'JSON needs less than YAML; or remove parts that you do not need.';
// oxfmt-ignore
const advice: Record<Task['kind'], string> = {
  OPENAPI: lessOfIt,
  PRODUCT: lessOfIt,
  MCP:     'Have the server list fewer tools, or smaller ones.',
};

type Reader = ChildProcessByStdio<Writable, Readable, null>;
interface Failed {
  part: 'FAILURE';
  code: DescriptionFailureCode;
  message: string;
}

/**
 * Reads a document in a separate process, so that the document's use of memory and time does not affect this
 * one. The part `END` is the last. Throws a DescriptionFailure.
 */
export async function* readApart<Part extends { part: string }>(
  task: Task,
  document: Uint8Array,
  { maxDocumentBytes, timeoutMs, heapMebibytes, maxTotalBytes }: ReadingLimits,
  signal?: AbortSignal,
): AsyncGenerator<Part> {
  if (document.length > maxDocumentBytes)
    throw failure(
      'too_large',
      `The document has more than ${maxDocumentBytes / 2 ** 20} MiB. Remove parts that you do not need.`,
    );
  signal?.throwIfAborted();
  const reader = startReader(heapMebibytes);
  const ending = endingOf(reader);
  const stop = () => void reader.kill('SIGKILL');
  signal?.addEventListener('abort', stop);
  try {
    give(reader, document, task);
    const lines = linesOf(reader.stdout, { maxBytes: maxLineBytes, maxTotalBytes });
    const patience = patienceOf(timeoutMs);
    for (;;) {
      const next = await patience.wait(lines.next());
      signal?.throwIfAborted();
      if (next === impatient) throw tooSlow(task.kind, timeoutMs);
      if (next.done === true) throw failureOf(task.kind, await ending, heapMebibytes);
      const told = JSON.parse(next.value) as Part | Failed;
      if (hasFailed(told)) throw failure(told.code, told.message);
      yield told;
      if (told.part === 'END') return;
    }
  } catch (error) {
    if (!(error instanceof TooMuch)) throw error;
    throw failure(
      'too_large',
      'The document describes more than the server can store. A schema counts for each operation that refers to it. ' +
        'Remove parts that you do not need.',
      error,
    );
  } finally {
    signal?.removeEventListener('abort', stop);
    stop();
    // Unread output would delay the `close` event of the process.
    reader.stdout.destroy();
    await ending;
  }
}

// The process gets no environment. Its permissions forbid it to write files and to start processes, whatever
// a document makes it do.
function startReader(heapMebibytes: number): Reader {
  const reader = spawn(
    process.execPath,
    ['--permission', '--allow-fs-read=*', `--max-old-space-size=${heapMebibytes}`, program],
    { stdio: ['pipe', 'pipe', 'ignore'], env: {} },
  );
  if (reader.pid !== undefined) lowerPriority(reader.pid);
  return reader;
}

function hasFailed(told: { part: string }): told is Failed {
  return told.part === 'FAILURE';
}

function lowerPriority(pid: number): void {
  try {
    setPriority(pid, niceness);
  } catch {
    // The process has ended, or the system forbids it. It then runs with the usual priority.
  }
}

function give({ stdin }: Reader, document: Uint8Array, task: Task): void {
  // A process that ends early reads no more; its exit explains why.
  stdin.on('error', () => {});
  stdin.write(`${JSON.stringify(task)}\n`);
  stdin.end(document);
}

interface Ending {
  code: number | null;
  signal: NodeJS.Signals | null;
  /** Why the process did not start. */
  error?: Error;
}

function endingOf(reader: Reader): Promise<Ending> {
  const { promise, resolve } = Promise.withResolvers<Ending>();
  reader.once('close', (code, signal) => resolve({ code, signal }));
  reader.once('error', (error) => resolve({ code: null, signal: null, error }));
  return promise;
}

function failureOf(
  kind: Task['kind'],
  { code, signal, error }: Ending,
  heapMebibytes: number,
): DescriptionFailure {
  // V8 aborts if its heap is full, and the system kills a process with too much memory.
  if (signal === 'SIGABRT' || signal === 'SIGKILL' || code === 134)
    return failure(
      'too_hungry',
      `Reading the document takes more than ${heapMebibytes} MiB of memory. ${advice[kind]}`,
    );
  const cause = error ?? new Error(`The reader ended by ${signal ?? code}.`);
  return failure('unreadable', 'The document cannot be read: its reader crashed.', cause);
}

function tooSlow(kind: Task['kind'], timeoutMs: number): DescriptionFailure {
  return failure(
    'too_slow',
    `Reading the document takes more than ${timeoutMs / 1000} seconds. ${advice[kind]}`,
  );
}

function failure(code: DescriptionFailureCode, message: string, cause?: unknown): DescriptionFailure {
  return new DescriptionFailure(code, message, { cause });
}
