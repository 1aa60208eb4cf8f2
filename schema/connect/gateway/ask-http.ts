import { setTimeout as wait } from 'node:timers/promises';
import type { CalledCapability } from '../../../db/models/capability.ts';
import type { IncomingAnswer } from '../../kernel/ports/egress.ts';
import type { CapabilityCall, GatewayPorts, Provider } from './provider.ts';
import { goingAlong } from './alternatives.ts';
import { withCredential } from './inject.ts';
import { httpRequestOf } from './operation.ts';
import { buildRequest, needsCredential, type BuiltRequest } from './request.ts';
import { RequestFailure } from '../../kernel/request-failure.ts';
import { withRetries } from './retry.ts';
import { maxAnswerBytes } from './rules.ts';
import { childOf } from './trace.ts';

// The length that servers accept by default.
const maxUrlLength = 8_000;
const accept = 'application/json, text/*;q=0.8, */*;q=0.5';
const userAgent = 'Sallyport';

/** Sends the request, and returns an answer with any status. Throws an EgressFailure or a RequestFailure. */
export async function askHttp(
  { egress, clock }: GatewayPorts,
  provider: Provider,
  { capability, arguments: args, bounds, traceparent, signal, assertStill }: CapabilityCall,
): Promise<IncomingAnswer> {
  const built = authorized(
    buildRequest(httpRequestOf(capability), args, provider.base),
    provider,
    capability,
  );
  const { method, url, headers, body } = built;
  const ends = performance.now() + bounds.seconds * 1000;
  const patience = {
    leftMs: () => Math.max(1, Math.floor(ends - performance.now())),
    wait: async (ms: number) => await wait(ms),
    now: () => clock.now(),
  };
  const send = async (timeoutMs: number) => {
    await assertStill?.();
    signal?.throwIfAborted();
    return await egress.send({
      method,
      url,
      headers: { accept, ...headers, 'user-agent': userAgent, traceparent: childOf(traceparent) },
      ...(body !== undefined && { body }),
      bounds: { timeoutMs: Math.min(timeoutMs, patience.leftMs()), maxBytes: maxAnswerBytes },
      ...(signal && { signal }),
    });
  };
  return await withRetries(send, patience, capability.mode === 'read');
}

function authorized(built: BuiltRequest, provider: Provider, capability: CalledCapability): BuiltRequest {
  const request = httpRequestOf(capability);
  if (!provider.credential && built.takesCredential && needsCredential(request))
    throw new RequestFailure(
      'operation_unusable',
      'The provider needs a credential, and the connection has none. Create another connection with a credentialReferenceId.',
    );
  if (built.url.href.length > maxUrlLength)
    throw new RequestFailure(
      'argument_unusable',
      `The arguments make a URL of more than ${maxUrlLength} characters. Send shorter ones.`,
      '',
    );
  const credential = built.takesCredential ? goingAlong(request, provider) : null;
  return credential ? withCredential(built, credential) : built;
}
