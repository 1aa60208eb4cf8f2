import { refuse, type Refusal } from '../../values/errors.ts';
import type { IncomingAnswer } from '../../kernel/ports/egress.ts';
import type { Pass } from '../../kernel/ports/breakers.ts';
import { dataOf, type Answered } from './answer.ts';
import { askHttp } from './ask-http.ts';
import { askTool } from './ask-tool.ts';
import { valuesOf } from './credential-forms.ts';
import { isDone, providerUnavailable, refusalOfFailedTool, refusalOfStatus } from './failure.ts';
import { healthOfAnswer, healthOfFailure } from './health.ts';
import { pick } from './fields.ts';
import { assertArguments, mismatchesIn, takes } from './validate.ts';
import { mediaWithin } from './media.ts';
import { nextPageOf, turnedBy, type NextPage } from './next-page.ts';
import { httpRequestOf, operationOf } from './operation.ts';
import { reasonIn, reasonOf } from './reason.ts';
import { refusalFor } from './refusal.ts';
import type { CapabilityCall, GatewayPorts, Provider } from './provider.ts';
import { maxPointers, scrub } from './scrub.ts';
import { present, type Presented } from './present.ts';
import { dataOfTool } from './tool-answer.ts';

export interface CapabilityAnswer extends Presented {
  kind: Answered['kind'];
  /** How the answer differs from its schema. */
  mismatches: string[];
  /** The requested fields that the answer does not have. */
  missing: string[];
  /** The arguments of the next page; null if the provider names none. */
  next: NextPage | null;
}

/**
 * Calls a capability: validates the arguments, adds the credential last, and returns the answer within its
 * bounds and without secrets. The provider learns nothing about the caller except the arguments and a trace
 * id. Throws `validation_failed`, `connection_unusable`, `provider_error`, `provider_timeout`,
 * `provider_unavailable` or `url_not_allowed`.
 */
export async function callCapability(
  ports: GatewayPorts,
  provider: Provider,
  call: CapabilityCall,
): Promise<CapabilityAnswer> {
  const { capability, bounds } = call;
  await assertArguments(ports, call);
  const entrance = ports.breakers.enter(provider.key);
  if (!entrance.pass) throw providerUnavailable(entrance.retryAfterSeconds);
  const answered = await asked(ports, provider, call, entrance.pass);
  const { kind } = answered;
  const isJson = kind === 'JSON';
  const mismatches = isJson ? await mismatchesIn(ports, capability, answered.data) : [];
  const next = isJson && call.mode === 'read' ? await nextAfter(ports, provider, call, answered) : null;
  const secrets = secretsOf(provider);
  const { data, removed } = mediaWithin(answered, bounds.bytes, secrets);
  // Mismatches contain names from the answer, which may be secrets.
  const words = scrub(mismatches, secrets).data as string[];
  const picked =
    isJson && call.fields ? pick(data, call.fields) : { data, missing: [...(call.fields ?? [])] };
  const presented = present(picked.data, bounds, secrets);
  return {
    kind,
    ...presented,
    removed: {
      count: presented.removed.count + removed.length,
      pointers: [...removed, ...presented.removed.pointers].slice(0, maxPointers),
    },
    mismatches: words,
    missing: picked.missing,
    next,
  };
}

// Offers no next page whose arguments the capability’s schema rejects.
async function nextAfter(
  ports: GatewayPorts,
  { credential }: Provider,
  { capability, arguments: args }: CapabilityCall,
  { data, from }: Asked,
): Promise<NextPage | null> {
  const next = nextPageOf({ capability, arguments: args, credential }, { data, from });
  return next && (await takes(ports, capability, turnedBy(next, args))) ? next : null;
}

type Asked = Answered & {
  /** The HTTP answer; null for a tool. */
  from: IncomingAnswer | null;
};

async function asked(
  ports: GatewayPorts,
  provider: Provider,
  call: CapabilityCall,
  pass: Pass,
): Promise<Asked> {
  try {
    return operationOf(call.capability).kind === 'TOOL'
      ? await toolAnswer(ports, provider, call, pass)
      : await httpAnswer(ports, provider, call, pass);
  } catch (error) {
    if (call.signal?.aborted) {
      pass.neither();
      throw givenUp(error);
    }
    // Only the first report to a pass counts, so an earlier report about the answer stays.
    pass[healthOfFailure(error)]();
    throw refusalFor(error, askedBy(provider, call));
  }
}

async function toolAnswer(ports: GatewayPorts, provider: Provider, call: CapabilityCall, pass: Pass) {
  const answer = await askTool(ports, provider, call);
  pass.succeeded();
  const data = dataOfTool(answer);
  if (!answer.isError) return { ...data, from: null };
  throw refusalOfFailedTool(reasonOf(data, secretsOf(provider)), askedBy(provider, call));
}

async function httpAnswer(ports: GatewayPorts, provider: Provider, call: CapabilityCall, pass: Pass) {
  const { outputSchema } = call.capability;
  const request = httpRequestOf(call.capability);
  const answer = await askHttp(ports, provider, call);
  pass[healthOfAnswer(answer)]();
  if (!isDone(answer)) {
    const reason = reasonIn(answer, request.method, secretsOf(provider));
    const more = { now: ports.clock.now(), reason };
    throw refusalOfStatus(answer, askedBy(provider, call), more);
  }
  return { ...dataOf(answer, { method: request.method, isJson: outputSchema !== null }), from: answer };
}

function secretsOf({ credential }: Provider): readonly string[] {
  return credential ? valuesOf(credential) : [];
}

function givenUp(cause: unknown): Refusal {
  return refuse('service_unavailable', 'The caller disconnected, so the server stopped the call.', { cause });
}

function askedBy({ credential }: Provider, { capability: { mode } }: CapabilityCall) {
  return { mode, hasCredential: credential !== null };
}
