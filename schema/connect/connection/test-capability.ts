import { Capability } from '../../../db/models/capability.ts';
import type { Context } from '../../kernel/context.ts';
import type { DescribedScheme, HttpRequest } from '../../kernel/ports/descriptions.ts';
import { validationFailed, type Refusal } from '../../values/errors.ts';
import { operationOf } from '../gateway/operation.ts';
import { needsCredential } from '../gateway/request.ts';

interface Test {
  connectorId: string;
  testCapabilityId: string | null;
  accountPointer: string | null;
  hasCredential: boolean;
  /** The schemes that the credential fills, if they were just determined. */
  schemes?: object[] | null;
}

/** Throws `validation_failed` unless the capability can test a connection of the connector on its own. */
export async function assertTest(
  ctx: Pick<Context, 'knex' | 'workspaceId'>,
  { connectorId, testCapabilityId, accountPointer, hasCredential, schemes = null }: Test,
): Promise<void> {
  if (testCapabilityId === null) {
    if (accountPointer === null) return;
    throw invalid('/accountPointer', 'needs a testCapabilityId, since it points into its answer');
  }
  const capability = await Capability.inWorkspace(ctx).findOne({ id: testCapabilityId, connectorId });
  if (!capability || capability.removedAt)
    throw invalid('/testCapabilityId', 'is not a capability of the connector');
  if (capability.mode !== 'read')
    throw invalid('/testCapabilityId', 'changes data, but a test must only read');
  const { required } = capability.inputSchema;
  if (Array.isArray(required) && required.length > 0)
    throw invalid('/testCapabilityId', 'needs arguments, but a test sends none');
  const request = operationOf(capability);
  if (!hasCredential && request.kind === 'HTTP' && needsCredential(request))
    throw invalid('/testCapabilityId', 'needs a credential, and the connection has none');
  if (schemes && request.kind === 'HTTP' && !isFilledBy(request, schemes as DescribedScheme[]))
    throw invalid('/testCapabilityId', 'needs more than the credential has');
}

function isFilledBy({ security }: HttpRequest, schemes: readonly DescribedScheme[]): boolean {
  const names = new Set(schemes.map(({ name }) => name));
  return (
    security.length === 0 || security.some((alternative) => alternative.every((name) => names.has(name)))
  );
}

function invalid(pointer: string, message: string): Refusal {
  return validationFailed([{ pointer, code: 'invalid', message }]);
}
