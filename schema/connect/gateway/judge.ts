import type { Capability } from '../../../db/models/capability.ts';
import type { Ports } from '../../kernel/context.ts';
import { refuse, validationFailed, type Finding, type Refusal } from '../../values/errors.ts';
import { SchemaFailure } from '../../kernel/ports/json-schemas.ts';
import type { CapabilityCall } from './provider.ts';

type Judges = Pick<Ports, 'jsonSchemas'>;

/** Throws `validation_failed` where the arguments are not as the capability's input schema says. */
export async function assertArguments(
  { jsonSchemas }: Judges,
  { capability, arguments: args }: Pick<CapabilityCall, 'capability' | 'arguments'>,
): Promise<void> {
  const findings = await jsonSchemas.check(inputOf(capability), args).catch((error: unknown) => {
    throw error instanceof SchemaFailure ? unjudged(error) : error;
  });
  if (findings.length === 0) return;
  throw validationFailed(
    findings.map(({ pointer, code, message }) => ({ pointer: `/arguments${pointer}`, code, message })),
  );
}

/** Whether the capability's input schema takes the arguments; not where that cannot be judged. */
export async function takes({ jsonSchemas }: Judges, capability: Capability, args: object): Promise<boolean> {
  try {
    return (await jsonSchemas.check(inputOf(capability), args)).length === 0;
  } catch (error) {
    if (error instanceof SchemaFailure) return false;
    throw error;
  }
}

function inputOf({ digest, inputSchema: schema }: Capability) {
  return { key: `${digest.toString('hex')} in`, schema };
}

// Nothing was sent by then. What is late may be so for what else the machine does.
function unjudged(cause: SchemaFailure): Refusal {
  return cause.code === 'too_slow'
    ? refuse('service_unavailable', `${cause.message} Try again in a moment.`, {
        cause,
        retryAfterSeconds: 2,
      })
    : refuse('connection_unusable', cause.message, { cause });
}

/** Where an answer is not as the capability's output schema says, in words; whoever asked decides what that means to them. */
export async function mismatchesIn(
  { jsonSchemas }: Judges,
  { digest, outputSchema: schema }: Capability,
  data: unknown,
): Promise<string[]> {
  if (schema === null) return [];
  try {
    const findings = await jsonSchemas.check({ key: `${digest.toString('hex')} out`, schema }, data);
    return findings.map(inWords);
  } catch (error) {
    if (!(error instanceof SchemaFailure)) throw error;
    return [error.message];
  }
}

function inWords({ pointer, message }: Finding): string {
  return `${pointer || 'The answer'} ${message}`;
}
