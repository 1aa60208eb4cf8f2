import { errors, type KoaContextWithOIDC } from 'oidc-provider';
import { z } from 'zod';
import { addressOf } from '../../schema/limit.ts';
import type { Egress, IncomingAnswer } from '../../schema/outside.ts';
import { secondsAfter } from '../../schema/time.ts';
import { parseJson } from '../json.ts';
import type { ServerPorts } from '../ports.ts';
import { visible } from './pages/html.ts';
import { contextBehind } from './requests.ts';

/**
 * Clients that nobody has registered: an https address is their id, and what stands there describes them (Client ID Metadata
 * Document, draft-ietf-oauth-client-id-metadata-document-02). The library decides when to look and for how long what it
 * found holds; here it is fetched as everything of other people's is, and cut down to what this server has a use for.
 */
const bounds = { timeoutMs: 5_000, maxBytes: 5_120 };
const cacheHeaders = ['cache-control', 'expires'];

const document = z.object({
  client_id: z.string(),
  client_name: z.string().max(200).transform(visible).optional(),
  redirect_uris: z
    .array(z.string().max(2_048))
    .max(50)
    .transform((uris) => uris.filter(isRedirect)),
  token_endpoint_auth_method: z.enum(['none', 'private_key_jwt']).default('none'),
  jwks: z.object({ keys: z.array(z.record(z.string(), z.unknown())).min(1).max(10) }).optional(),
});

export type Documents = ReturnType<typeof documentsOf>;

/** How the library asks for documents, which is all that it asks anybody for, and whether it may. */
export function documentsOf({ egress, limiter, clock }: Pick<ServerPorts, 'egress' | 'limiter' | 'clock'>) {
  const failures = new Map<string, Failure>();
  const failureOf = (id: string) => {
    const failure = failures.get(id);
    return failure && clock.now() < failure.until ? failure : null;
  };
  return {
    fetch: async (input: string | URL | Request, options?: RequestInit): Promise<Response> => {
      const url = new URL(input instanceof Request ? input.url : input);
      const failure = failureOf(url.href);
      if (failure) throw failure.error;
      try {
        return await documentAt(egress, url, options?.signal);
      } catch (error) {
        failures.delete(url.href);
        failures.set(url.href, { error, until: secondsAfter(clock.now(), failureSeconds) });
        for (const oldest of failures.keys()) if (failures.size > keptFailures) failures.delete(oldest);
        throw error;
      }
    },
    // Anybody can name an address and have it fetched from here, so each costs what a wrong credential does.
    mayFetch: async (ctx: KoaContextWithOIDC, id: string): Promise<boolean> => {
      const { client } = contextBehind(ctx.req);
      if (failureOf(new URL(id).href)) return true;
      const { exceeded, resetSeconds } = await limiter.take('failed_auth', addressOf(client.ip));
      if (!exceeded) return true;
      ctx.set('retry-after', String(resetSeconds));
      throw tooMany(resetSeconds);
    },
  };
}

/** What failed fails again at once for so long: the library asks twice in one request, and people reload. */
const failureSeconds = 10;
const keptFailures = 1_000;

interface Failure {
  error: unknown;
  until: Date;
}

/** Where a client's document stands there is nothing to be had for now. */
export class Unreachable extends Error {}

async function documentAt(egress: Egress, url: URL, signal?: AbortSignal | null): Promise<Response> {
  const headers = { accept: 'application/json' };
  const answer = await egress
    .send({ method: 'GET', url, headers, bounds, ...(signal && { signal }) })
    .catch((cause: unknown) => {
      throw new Unreachable('A client’s document cannot be reached.', { cause });
    });
  if (answer.status >= 500 || answer.status === 429)
    throw new Unreachable(`It is answered by ${answer.status}.`);
  if (answer.url.href !== url.href) throw new Error('A client’s document is not somewhere else.');
  if (answer.status !== 200) throw new Error(`A client’s document is answered by ${answer.status}.`);
  return new Response(JSON.stringify(metadataIn(answer)), { headers: cachingIn(answer) });
}

function tooMany(seconds: number): errors.CustomOIDCProviderError {
  const told = `Too many requests that failed came from this address. Wait ${seconds} seconds and try again`;
  const error = new errors.CustomOIDCProviderError('temporarily_unavailable', told);
  return Object.assign(error, { status: 429, statusCode: 429 });
}

function metadataIn({ body }: IncomingAnswer) {
  const { jwks, client_name, ...described } = document.parse(parseJson(body));
  // RFC 8252 §7.3: who listens on this machine does so on whatever port is free.
  const isNative = described.redirect_uris.some((uri) => uri.startsWith('http:'));
  return {
    ...described,
    ...(client_name && { client_name }),
    ...(jwks && { jwks }),
    application_type: isNative ? 'native' : 'web',
    grant_types: ['authorization_code'],
    response_types: ['code'],
  };
}

// OAuth 2.1 §2.3: by TLS, or to the machine that the browser runs on.
function isRedirect(uri: string): boolean {
  const { protocol, hostname, hash, username } = URL.parse(uri) ?? {};
  if (hash || username) return false;
  if (protocol === 'https:') return !loopback.has(hostname ?? '');
  return protocol === 'http:' && loopback.has(hostname ?? '');
}

const loopback = new Set(['127.0.0.1', '[::1]', 'localhost']);

function cachingIn({ headers }: IncomingAnswer): Headers {
  const kept = new Headers({ 'content-type': 'application/json' });
  for (const name of cacheHeaders) if (headers[name]) kept.set(name, headers[name]);
  return kept;
}
