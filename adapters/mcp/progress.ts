import { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyRequest } from 'fastify';
import type { Reply } from './dispatch.ts';
import { codes, errorResponse, metaOf, ProtocolError } from './protocol.ts';

/** The client's name for the request in progress notifications. */
export type ProgressToken = string | number;

// A faster answer needs no stream.
const firstMs = 1_000;
// Well within the minute after which proxies close an idle connection.
const everyMs = 5_000;

/** Returns the token of a client that requests progress and reads server-sent events; else null. */
export function progressTokenOf(
  { headers: { accept = '' } }: FastifyRequest,
  params: unknown,
): ProgressToken | null {
  const { progressToken } = metaOf(params);
  const isToken = typeof progressToken === 'string' || Number.isSafeInteger(progressToken);
  return isToken && /(?:^|,)\s{0,5}text\/event-stream\s{0,5}(?:[,;]|$)/i.test(accept)
    ? (progressToken as ProgressToken)
    : null;
}

/** Returns the answer itself if it comes soon, else a stream of progress events that ends with the answer. */
export async function soonOrStream(
  work: Promise<Reply>,
  token: ProgressToken,
  id: string | number,
): Promise<Reply | Readable> {
  const soon = await withinMs(work, firstMs);
  return soon ?? Readable.from(eventsOf(work, token, id));
}

async function* eventsOf(
  work: Promise<Reply>,
  progressToken: ProgressToken,
  id: string | number,
): AsyncGenerator<string> {
  const failed = () => errorResponse(new ProtocolError(codes.internalError, 'The server failed.'), id);
  const settled = work.catch(failed);
  for (let passedMs = firstMs; ; passedMs += everyMs) {
    const params = { progressToken, progress: passedMs / 1_000, message: 'Waiting for the provider.' };
    yield eventOf({ jsonrpc: '2.0', method: 'notifications/progress', params });
    const response = await withinMs(settled, everyMs);
    if (!response) continue;
    yield eventOf(response);
    return;
  }
}

async function withinMs<Result>(work: Promise<Result>, ms: number): Promise<Result | null> {
  const over = new AbortController();
  try {
    return await Promise.race([work, wait(ms, null, { signal: over.signal })]);
  } finally {
    over.abort();
  }
}

// HTML, server-sent events §9.2: JSON has no line breaks outside its strings, which escape theirs.
function eventOf(message: object): string {
  return `event: message\ndata: ${JSON.stringify(message)}\n\n`;
}
