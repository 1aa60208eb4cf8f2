import type { InjectedCredential } from '../../connect/gateway/inject.ts';
import { valuesOf } from '../../connect/gateway/credential-forms.ts';
import { withCredential } from '../../connect/gateway/inject.ts';
import { withoutForms } from '../../connect/gateway/without-forms.ts';
import { injected } from '../../connect/connector/injected.ts';
import { openSecret } from '../../connect/vault/open.ts';
import type { Context } from '../../kernel/context.ts';
import { EgressFailure, type IncomingAnswer, type OutgoingRequest } from '../../kernel/ports/egress.ts';
import type { ServedVersion } from '../product-call/snapshot.ts';
import { isPlainPath } from '../../values/called-path.ts';
import { refuse } from '../../values/errors.ts';

const seconds = 30;
const maxAnswerBytes = 5 * 2 ** 20;
const mark = '[removed]';

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
    'The path cannot be passed on as it is. Percent-encode it, and leave out segments of dots.',
  );
}

/** Sends a call to the upstream with its credential, and returns the answer without it. Throws an EgressFailure. */
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
      ...(hungUp && { signal: hungUp }),
    });
  const answer = await again(send, isSafe(sent.method));
  return credential ? scrubbed(answer, valuesOf(credential)) : answer;
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

function scrubbed(answer: IncomingAnswer, values: readonly string[]): IncomingAnswer {
  const names = Object.keys(answer.headers);
  // Each byte is one character, so that any body is a text.
  const body = answer.body.toString('latin1');
  const [cleanBody = '', ...texts] = withoutForms([body, ...Object.values(answer.headers)], values, mark);
  const headers = Object.fromEntries(names.map((name, at) => [name, texts[at] ?? '']));
  return { ...answer, headers, body: cleanBody === body ? answer.body : Buffer.from(cleanBody, 'latin1') };
}
