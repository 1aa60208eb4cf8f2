import { childOf } from '../../connect/gateway/trace.ts';
import type { Context } from '../../kernel/context.ts';
import type { SentCall } from '../../values/sent-call.ts';
import { refuse } from '../../values/errors.ts';
import { keyOf, versionHeaders } from '../product-call/call.ts';
import { checkRequest } from '../product-call/request-findings.ts';
import { assertionOf } from './assertion.ts';
import { withCircuit } from './circuit.ts';
import { refusalFor } from './failure.ts';
import { judgeLive } from './judge.ts';
import type { ServedVersion } from '../product-call/snapshot.ts';
import { fits } from './fits.ts';
import { addressesIn } from './addresses.ts';
import { sentHeaders, toldHeaders } from './headers.ts';
import { addressOf, askUpstream, isSafe } from './upstream.ts';

/** A call with its body as it arrived. */
export interface LiveCallAsSent extends SentCall {
  raw: Buffer | null;
}

export interface LiveAnswer {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
}

/**
 * Passes a call with a live key on to the upstream of the live version. It judges the call as the sandbox does, and
 * throws the first refusal, `upstream_error`, `upstream_unavailable` or `upstream_timeout`.
 */
export async function callLive(ctx: Context, call: LiveCallAsSent): Promise<LiveAnswer> {
  const caller = keyOf(ctx);
  const { operation, captured, counted, version } = await judgeLive(ctx, caller, call, assertProxied);
  const { findings } = await checkRequest(ctx, { operation, captured, call, version });
  const url = addressOf(version.upstreamUrl ?? '', call.path, call.query);
  const { slug, major } = call;
  const called = { slug, major, operationId: operation.operationId, upstream: url };
  const now = ctx.clock.now();
  const headers = {
    ...sentHeaders(call.raw === null ? withoutBody(call.headers) : call.headers),
    traceparent: childOf(ctx.client.traceparent),
    'sallyport-assertion': await ctx.assertionTokens.sign(assertionOf(caller, called, now), now),
  };
  const sent = { method: call.method, url, headers, body: call.raw };
  const answer = await withCircuit(
    ctx,
    version,
    url,
    async () => await askUpstream(ctx, version, sent),
  ).catch((error: unknown) => {
    throw refusalFor(error, isSafe(call.method));
  });
  assertStatus(answer.status);
  const isFit = await fits(ctx, { operation, version, method: call.method, answer });
  if (!isFit) {
    ctx.operationCalls.count('unfitAnswers', counted, ctx.clock.now());
    ctx.log.info({ event: 'product.answer_unfit', versionId: version.id, operationId: counted.operationId });
  }
  const addresses = addressesIn(answer, version.upstreamUrl ?? '', call);
  const own = versionHeaders(ctx, version, findings.length > 0);
  return {
    status: answer.status,
    headers: {
      ...toldHeaders(answer.headers),
      ...addresses,
      ...own,
      ...(addresses.link && own['link'] && { link: `${addresses.link}, ${own['link']}` }),
      'sallyport-upstream': '1',
      ...(!isFit && { 'sallyport-answer': 'unfit' }),
    },
    body: answer.body,
  };
}

function withoutBody({
  'content-type': _type,
  'content-encoding': _encoding,
  ...headers
}: Record<string, string>): Record<string, string> {
  return headers;
}

// RFC 9110 §15: other numbers are no statuses, and Node does not send them.
function assertStatus(status: number): void {
  if (status >= 200 && status <= 599) return;
  throw refuse(
    'upstream_error',
    'The service behind the product answered with a status that does not exist. Inform the provider of the API.',
  );
}

function assertProxied({ upstreamUrl }: ServedVersion): void {
  if (upstreamUrl !== null) return;
  throw refuse(
    'not_found',
    'The live version has no upstream, so the provider of this API serves live calls itself. Use the address that it names.',
  );
}
