import type { CalledCapability } from '../../../db/models/capability.ts';
import type { Ports } from '../../kernel/context.ts';
import { refuse, validationFailed, type Finding, type Refusal } from '../../values/errors.ts';
import { SchemaFailure } from '../../kernel/ports/json-schemas.ts';
import type { CapabilityCall } from './provider.ts';

type ValidationPorts = Pick<Ports, 'jsonSchemas'>;

/** Throws `validation_failed` if the arguments do not match the capability’s input schema. */
export async function assertArguments(
  { jsonSchemas }: ValidationPorts,
  { capability, arguments: args }: Pick<CapabilityCall, 'capability' | 'arguments'>,
): Promise<void> {
  const findings = await jsonSchemas.check(inputOf(capability), args).catch((error: unknown) => {
    throw error instanceof SchemaFailure ? unevaluated(error) : error;
  });
  if (findings.length === 0) return;
  throw validationFailed(
    findings.map(({ pointer, code, message }) => ({ pointer: `/arguments${pointer}`, code, message })),
  );
}

/** Whether the arguments match the capability’s input schema; false if it cannot be evaluated. */
export async function takes(
  { jsonSchemas }: ValidationPorts,
  capability: CalledCapability,
  args: object,
): Promise<boolean> {
  try {
    return (await jsonSchemas.check(inputOf(capability), args)).length === 0;
  } catch (error) {
    if (error instanceof SchemaFailure) return false;
    throw error;
  }
}

function inputOf({ digest, workspaceId: owner, inputSchema: schema }: CalledCapability) {
  return { key: `${digest.toString('hex')} in`, owner, schema };
}

// Nothing was sent yet. A timeout may come from load on the machine, so the caller can try again.
function unevaluated(cause: SchemaFailure): Refusal {
  return cause.code === 'too_slow'
    ? refuse('service_unavailable', `${cause.message} Try again in a moment.`, {
        cause,
        retryAfterSeconds: 2,
      })
    : refuse('connection_unusable', cause.message, { cause });
}

/**
 * Describes how an answer differs from the capability’s output schema. The caller decides what that means.
 */
export async function mismatchesIn(
  { jsonSchemas }: ValidationPorts,
  { digest, workspaceId: owner, outputSchema: schema }: CalledCapability,
  data: unknown,
): Promise<string[]> {
  if (schema === null) return [];
  try {
    const findings = await jsonSchemas.check({ key: `${digest.toString('hex')} out`, owner, schema }, data);
    return findings.map(inWords);
  } catch (error) {
    if (!(error instanceof SchemaFailure)) throw error;
    return [error.message];
  }
}

function inWords({ pointer, message }: Finding): string {
  return `${pointer || 'The answer'} ${message}`;
}
