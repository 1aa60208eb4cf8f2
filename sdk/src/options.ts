import type { JWK } from 'oauth4webapi';
import { systemClock, type Clock } from './clock.ts';
import { invalid } from './errors.ts';
import type { SigningKey } from './keys.ts';

/** How the client proves who it is: by a secret, by a private key, or by access tokens that you get yourself. */
export type Proof =
  | { credentialId: string; secret: string }
  | { credentialId: string; privateKey: SigningKey | JWK }
  | { token: () => Promise<string> };

export interface Preferences {
  /** Where the server is, such as `https://sallyport.example.com`. By http on your own machine alone. */
  baseUrl: string;
  /** What access tokens are asked for; both unless said. */
  scopes?: readonly Scope[];
  /** How often what can be sent again is; 2 unless said. */
  retries?: number;
  /** How long an answer may take, each time; 60 seconds unless said. */
  timeoutMs?: number;
  /** What sends requests, in place of the runtime’s own. It is handed the access token. */
  fetch?: typeof globalThis.fetch;
  /** What tells the time and waits, for tests. */
  clock?: Clock;
}

export type ClientOptions = Preferences & Proof;

export type Scope = 'mcp:read' | 'mcp:request';

/** How requests are sent. */
export interface Way {
  origin: string;
  retries: number;
  timeoutMs: number;
  fetch: typeof globalThis.fetch;
  clock: Clock;
}

/** Throws `invalid_argument`. */
export function wayOf({
  baseUrl,
  retries = 2,
  timeoutMs = 75_000,
  fetch,
  clock = systemClock,
}: Preferences): Way {
  if (!Number.isInteger(retries) || retries < 0)
    throw invalid('`retries` must be 0 or a whole number above.');
  if (!(timeoutMs > 0 && timeoutMs < 2 ** 31))
    throw invalid('`timeoutMs` must be a number of milliseconds above 0 and below 2^31.');
  return {
    origin: originOf(baseUrl),
    retries,
    timeoutMs,
    // Some runtimes have theirs called as a function alone; a later replacement of it counts.
    fetch: fetch ?? (async (...request) => await globalThis.fetch(...request)),
    clock,
  };
}

// The address is not quoted, since it may have a password in it.
function originOf(baseUrl: string): string {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : null;
  if (!url || url.pathname !== '/' || url.search + url.hash + url.username + url.password)
    throw invalid(
      '`baseUrl` must be an origin such as https://sallyport.example.com, and nothing behind it.',
    );
  if (url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname))) return url.origin;
  throw invalid(
    '`baseUrl` must begin with https://. By http:// only your own machine is asked, such as localhost.',
  );
}

function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname);
}
