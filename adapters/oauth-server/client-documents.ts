import { LRUCache } from 'lru-cache';
import { errors, type KoaContextWithOIDC } from 'oidc-provider';
import { addressOf } from '../../schema/kernel/limit.ts';
import { EgressFailure, type Egress, type IncomingAnswer } from '../../schema/kernel/ports/egress.ts';
import { secondsAfter } from '../../schema/values/time.ts';
import { DocumentFault, metadataIn, Unreachable } from './client-metadata.ts';
import { contextOfRequest } from './requests.ts';
import type { SurfacePorts } from '../http/surface.ts';

/**
 * Clients without a registration: their id is an https URL, where a document describes them (Client ID
 * Metadata Document, draft-ietf-oauth-client-id-metadata-document-02). The library decides when to fetch it
 * and how long to cache it. This file fetches it through egress, and returns only the members in use.
 */
const bounds = { timeoutMs: 5_000, maxBytes: 5_120 };
const cacheHeaders = ['cache-control', 'expires'];

export type Documents = ReturnType<typeof documentsOf>;

/** Returns the library's function for fetching documents, and the check whether it may fetch one. */
export function documentsOf({ egress, limiter, clock }: Pick<SurfacePorts, 'egress' | 'limiter' | 'clock'>) {
  const failures = new LRUCache<string, Failure>({ max: recordedFailures });
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
        failures.set(url.href, { error, until: secondsAfter(clock.now(), failureSeconds) });
        throw error;
      }
    },
    // Any caller can make the server fetch a URL, so each fetch counts like a wrong credential.
    mayFetch: async (ctx: KoaContextWithOIDC, id: string): Promise<boolean> => {
      const { client } = contextOfRequest(ctx.req);
      if (failureOf(new URL(id).href)) return true;
      const { exceeded, resetSeconds } = await limiter.take('failed_auth', addressOf(client.ip));
      if (!exceeded) return true;
      ctx.set('retry-after', String(resetSeconds));
      throw tooMany(resetSeconds);
    },
  };
}

/** How long a failure is cached, since the library fetches twice in one request, and people reload. */
const failureSeconds = 10;
const recordedFailures = 1_000;

interface Failure {
  error: unknown;
  until: Date;
}

async function documentAt(egress: Egress, url: URL, signal?: AbortSignal | null): Promise<Response> {
  const headers = { accept: 'application/json' };
  const answer = await egress
    .send({ method: 'GET', url, headers, bounds, ...(signal && { signal }) })
    .catch((cause: unknown) => {
      throw whyNot(cause);
    });
  if (answer.status >= 500 || answer.status === 429)
    throw new Unreachable(`It answers with ${answer.status}.`);
  if (answer.url.href !== url.href || isElsewhere(answer.status)) throw new DocumentFault(leadsElsewhere);
  if (answer.status !== 200)
    throw new DocumentFault(`is not available: its URL answers with HTTP ${answer.status}`);
  return new Response(JSON.stringify(metadataIn(answer, url)), { headers: cachingIn(answer) });
}

const leadsElsewhere = 'redirects, but must be at this URL itself';

function isElsewhere(status: number): boolean {
  return status >= 300 && status < 400;
}

function whyNot(cause: unknown): Error {
  const code = cause instanceof EgressFailure ? cause.code : null;
  if (code === 'answer_too_large')
    return new DocumentFault(`is longer than ${bounds.maxBytes / 1024} KiB`, { cause });
  if (code === 'redirect_not_allowed') return new DocumentFault(leadsElsewhere, { cause });
  return new Unreachable('A client metadata document is unreachable.', { cause });
}

function tooMany(seconds: number): errors.CustomOIDCProviderError {
  const told = `Too many failed requests came from this address. Wait ${seconds} seconds and try again`;
  const error = new errors.CustomOIDCProviderError('temporarily_unavailable', told);
  return Object.assign(error, { status: 429, statusCode: 429 });
}

function cachingIn({ headers }: IncomingAnswer): Headers {
  const kept = new Headers({ 'content-type': 'application/json' });
  for (const name of cacheHeaders) if (headers[name]) kept.set(name, headers[name]);
  return kept;
}
