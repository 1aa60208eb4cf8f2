import type { JWK } from 'oauth4webapi';
import { systemClock, type Clock } from './clock.ts';
import { invalid } from './errors.ts';
import type { SigningKey } from './keys.ts';

/** How the client authenticates: with a secret, a private key, or access tokens that you provide. */
export type Proof =
  | { credentialId: string; secret: string }
  | { credentialId: string; privateKey: SigningKey | JWK }
  | { token: () => Promise<string> };

export interface Preferences {
  /**
   * The origin of the server, such as `https://sallyport.example.com`. It may use http only on your own
   * machine.
   */
  baseUrl: string;
  /** The scopes of access tokens; by default both. */
  scopes?: readonly Scope[];
  /** The maximum number of retries; by default 2. */
  retries?: number;
  /** The time limit of each attempt; by default 75 seconds. */
  timeoutMs?: number;
  /** A replacement for the runtime’s `fetch`. It receives the access token. */
  fetch?: typeof globalThis.fetch;
  /** A clock, for tests. */
  clock?: Clock;
}

export type ClientOptions = Preferences & Proof;

export type Scope = 'mcp:read' | 'mcp:request';

/** The validated settings for sending requests. */
export interface Way {
  origin: string;
  retries: number;
  timeoutMs: number;
  fetch: typeof globalThis.fetch;
  clock: Clock;
}

/** Validates the preferences. Throws `invalid_argument`. */
export function wayOf({
  baseUrl,
  retries = 2,
  timeoutMs = 75_000,
  fetch,
  clock = systemClock,
}: Preferences): Way {
  if (!Number.isInteger(retries) || retries < 0)
    throw invalid('`retries` must be a whole number of at least 0.');
  if (!(timeoutMs > 0 && timeoutMs < 2 ** 31))
    throw invalid('`timeoutMs` must be a number of milliseconds above 0 and below 2^31.');
  return {
    origin: originOf(baseUrl),
    retries,
    timeoutMs,
    // Some runtimes require `fetch` without a receiver. Looked up per call, so that a later replacement takes
    // effect.
    fetch: fetch ?? (async (...request) => await globalThis.fetch(...request)),
    clock,
  };
}

// The error does not quote the URL, which may contain a password.
function originOf(baseUrl: string): string {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : null;
  if (!url || url.pathname !== '/' || url.search + url.hash + url.username + url.password)
    throw invalid('`baseUrl` must be an origin without a path, such as https://sallyport.example.com.');
  if (url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname))) return url.origin;
  throw invalid(
    '`baseUrl` must begin with https://. http:// is allowed only for your own machine, such as localhost.',
  );
}

function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname);
}
