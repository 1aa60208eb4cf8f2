import { errorOf, jsonOf } from './answer.ts';
import { invalid, isSallyportError, SallyportError } from './errors.ts';
import { exchange, type Incoming } from './exchange.ts';
import type { Way } from './options.ts';
import { withRetries } from './retry.ts';
import type { Tokens } from './tokens.ts';

export interface Call {
  method: 'GET' | 'POST';
  /** The path after `/api/gateway/v1`. */
  path: string;
  body?: object;
  /** For calls that change something at the server. */
  idempotencyKey?: string;
}

export type Gateway = <Answer>(call: Call, signal?: AbortSignal) => Promise<Answer>;

/**
 * Calls the gateway with an access token. Every call is safe to retry: reads change nothing, and a repeated
 * request returns the call in progress. Replaces a refused token once.
 */
export function gatewayOf(way: Way, tokens: Tokens): Gateway {
  return async <Answer>(call: Call, signal?: AbortSignal) => {
    let replaced = false;
    const attempt = async (): Promise<Answer> => {
      signal?.throwIfAborted();
      const token = await tokens.current(signal);
      try {
        return (await answered(way, tokens, { call, token, signal })) as Answer;
      } catch (error) {
        if (replaced || !isRefusedToken(error)) throw error;
        replaced = true;
        const another = await tokens.current(signal);
        if (another === token) throw error;
        return (await answered(way, tokens, { call, token: another, signal })) as Answer;
      }
    };
    return await withRetries(way, attempt, signal);
  };
}

// The server distinguishes expired and invalid tokens. For a credential that has stopped, a new token would
// not help.
function isRefusedToken(error: unknown): boolean {
  return isSallyportError(error, 'session_expired') || isSallyportError(error, 'session_invalid');
}

async function answered(way: Way, tokens: Tokens, sending: Sending): Promise<unknown> {
  const { token } = sending;
  const answer = await send(way, sending);
  if (answer.status < 300) return bodyOf(answer);
  if (answer.status === 401) tokens.forget(token);
  throw errorOf(answer, [token], way.clock.now());
}

interface Sending {
  call: Call;
  token: string;
  signal: AbortSignal | undefined;
}

async function send(way: Way, { call, token, signal }: Sending): Promise<Incoming> {
  const { method, path, body, idempotencyKey } = call;
  const headers = {
    accept: 'application/json',
    authorization: `Bearer ${token}`,
    ...(body && { 'content-type': 'application/json' }),
    ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
  };
  const url = `${way.origin}/api/gateway/v1${path}`;
  const outgoing = { method, url, headers, changes: idempotencyKey !== undefined };
  return await exchange(way, { ...outgoing, ...(body && { body: JSON.stringify(body) }) }, signal);
}

function bodyOf(answer: Incoming): unknown {
  const body = jsonOf(answer);
  if (typeof body === 'object' && body !== null) return body;
  throw new SallyportError('unexpected_answer', 'The answer is not from a gateway. Check `baseUrl`.', {
    status: answer.status,
  });
}

/** Returns an id for use in a path, where it must not lead elsewhere. Throws `invalid_argument`. */
export function partOf(id: string): string {
  if (/^\w+$/.test(id)) return id;
  throw invalid('The id is not valid. Ids of the server look like cap_… and mtc_….');
}
