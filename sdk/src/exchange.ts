import { SallyportError } from './errors.ts';
import type { Way } from './options.ts';

export interface Outgoing {
  method: string;
  url: string;
  headers: Record<string, string>;
  body?: string | undefined;
  /** Whether the request changes something at the server. */
  changes?: boolean;
}

export interface Incoming {
  status: number;
  headers: Headers;
  text: string;
}

/**
 * Sends a request once and reads the whole answer within the time limit. Follows no redirect, since it would
 * send the credential elsewhere. Throws `network_failure`, `timed_out` or `unexpected_answer`, or the
 * signal’s reason.
 */
export async function exchange(
  { fetch, timeoutMs }: Way,
  { method, url, headers, body, changes = false }: Outgoing,
  signal?: AbortSignal,
): Promise<Incoming> {
  const limit = AbortSignal.timeout(timeoutMs);
  try {
    const response = await fetch(url, {
      method,
      headers,
      ...(body !== undefined && { body }),
      redirect: 'manual',
      credentials: 'omit',
      cache: 'no-store',
      signal: AbortSignal.any(signal ? [limit, signal] : [limit]),
    });
    if (isRedirect(response)) throw redirected(response.status);
    return { status: response.status, headers: response.headers, text: await response.text() };
  } catch (error) {
    if (error instanceof SallyportError) throw error;
    signal?.throwIfAborted();
    const mayHaveTakenEffect = changes || null;
    if (limit.aborted)
      throw new SallyportError('timed_out', `The server did not answer within ${timeoutMs} ms.`, {
        mayHaveTakenEffect,
      });
    throw new SallyportError(
      'network_failure',
      `The server cannot be reached, or closed the connection${reasonOf(error)}. Check \`baseUrl\`, and that the server runs.`,
      { mayHaveTakenEffect },
    );
  }
}

// A browser reveals only that there was a redirect.
function isRedirect({ type, status }: Response): boolean {
  return type === 'opaqueredirect' || (status >= 300 && status < 400);
}

function redirected(status: number): SallyportError {
  return new SallyportError(
    'unexpected_answer',
    'The server answered with a redirect. The client does not follow it with a credential. Set `baseUrl` to its target.',
    { status },
  );
}

// Only a code such as ECONNREFUSED: the message may quote a header.
function reasonOf(error: unknown): string {
  const { code } = ((error as Error | null)?.cause ?? {}) as { code?: unknown };
  return typeof code === 'string' && /^[A-Z][A-Z_]{1,40}$/.test(code) ? ` (${code})` : '';
}

/** Whether the text can be a header value. For any other, the runtime's own error would quote it. */
export function isVisible(text: unknown): text is string {
  return typeof text === 'string' && /^[\x21-\x7e]+$/.test(text);
}
