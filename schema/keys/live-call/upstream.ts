import type { InjectedCredential } from '../../connect/gateway/inject.ts';
import { valuesOf } from '../../connect/gateway/credential-forms.ts';
import { withCredential } from '../../connect/gateway/inject.ts';
import { injected } from '../../connect/connector/injected.ts';
import { openSecret } from '../../connect/vault/open.ts';
import type { Context } from '../../kernel/context.ts';
import { EgressFailure, type IncomingAnswer, type OutgoingRequest } from '../../kernel/ports/egress.ts';
import { scrubbed } from './scrub-answer.ts';
import type { ServedVersion } from '../product-call/snapshot.ts';
import { isPlainPath } from '../../values/called-path.ts';
import { refuse } from '../../values/errors.ts';

const seconds = 30;
const maxAnswerBytes = 5 * 2 ** 20;

type Sent = Pick<OutgoingRequest, 'method' | 'url' | 'headers'> & { body: Buffer | null };

/**
 * Returns the address of a path below the upstream. Throws `invalid_request` for a path that would leave its place there.
 */
export function addressOf(upstreamUrl: string, path: string, query: string): URL {
  const base = new URL(upstreamUrl);
  const wanted = base.pathname.replace(/\/+$/, '') + path;
  const url = new URL(base);
  url.pathname = wanted;
  url.search = query;
  if (isPlainPath(path) && url.pathname === wanted) return url;
  throw refuse(
    'invalid_request',
    'The path cannot be passed on as it is. Percent-encode it, and leave out segments of dots and encoded slashes.',
  );
}

/** Sends a call to the upstream with its credential, and returns the answer without it and the assertion. Throws an EgressFailure. */
export async function askUpstream(ctx: Context, version: ServedVersion, sent: Sent): Promise<IncomingAnswer> {
  const credential = await credentialOf(ctx, version);
  const request = { method: sent.method, url: sent.url, headers: sent.headers, takesCredential: true };
  const { url, headers } = credential ? withCredential(request, credential) : request;
  const { hungUp } = ctx.client;
  const send = async () =>
    await ctx.egress.send({
      method: sent.method,
      url,
      headers,
      ...(sent.body && { body: sent.body }),
      bounds: { timeoutMs: seconds * 1000, maxBytes: maxAnswerBytes },
      followsRedirects: false,
      ...(hungUp && { signal: hungUp }),
    });
  const answer = await again(send, isSafe(sent.method));
  const assertion = sent.headers['sallyport-assertion'] ?? '';
  return scrubbed(answer, [...(credential ? valuesOf(credential) : []), assertion].filter(Boolean));
}

/** RFC 9110 §9.2.1 */
export function isSafe(method: string): boolean {
  return method === 'GET' || method === 'HEAD';
}

// Only where the upstream received nothing, so that it works on the request once.
async function again<Answer>(send: () => Promise<Answer>, mayRepeat: boolean): Promise<Answer> {
  try {
    return await send();
  } catch (error) {
    const isUnsent = error instanceof EgressFailure && error.isUnsent && error.code === 'unreachable';
    if (!mayRepeat || !isUnsent) throw error;
    return await send();
  }
}

async function credentialOf(
  ctx: Context,
  { upstreamReferenceId, upstreamHeader }: ServedVersion,
): Promise<InjectedCredential | null> {
  if (upstreamReferenceId === null) return null;
  const secret = await openSecret(ctx, upstreamReferenceId, 'a live call of an API product');
  const parameter = upstreamHeader ?? '';
  const scheme = { kind: 'API_KEY', name: parameter, description: '', in: 'header', parameter } as const;
  return injected(secret, { scheme });
}
