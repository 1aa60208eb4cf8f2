import type { Environment } from '../../../db/models/api-key.ts';
import type { Context } from '../../kernel/context.ts';
import type { ApiOperation } from '../../kernel/ports/api-description.ts';
import type { DescribedOperation } from '../../kernel/ports/product-descriptions.ts';
import { refusalOf, refuse } from '../../values/errors.ts';
import { assertIncluded, assignedInSandbox, assignedLive } from '../product-call/assigned.ts';
import { servedOf, type Served } from '../product-call/served.ts';
import type { AssignmentSnapshot } from '../product-call/snapshot.ts';
import { whyNotByKey, workingKeys, type WorkingKeys } from './keys.ts';
import { noApplication, whyNot, whyNotBy, type WhyNot } from './why-not.ts';

type Major = { slug: string; major: number };
type Judge = (operation: DescribedOperation) => WhyNot | null;

/** Judges whether the reader may call an operation, as the call itself would be judged. */
export interface Reader {
  /** Returns why the reader cannot call an operation of the server’s own API. */
  own(operation: ApiOperation): WhyNot | null;
  /** Returns the judge of a major’s operations in an environment. */
  product(of: Major, environment: Environment): Promise<Judge>;
}

/** Without an application, no operation for keys can be called. */
export async function readerOf(ctx: Context, applicationId: string | null): Promise<Reader> {
  const keys = applicationId === null ? null : await bothKeys(ctx, applicationId);
  return {
    own: (operation) => {
      if (operation.isForSandboxKeys)
        return keys ? whyNotByKey(keys.SANDBOX, operation.method) : noApplication;
      const refusal = operation.refusalFor(ctx.caller);
      return refusal && whyNot(refusal);
    },
    product: async (of, environment) =>
      applicationId === null || !keys
        ? () => noApplication
        : await majorJudge(ctx, { ...of, environment, applicationId, keys: keys[environment] }),
  };
}

async function bothKeys(ctx: Context, applicationId: string): Promise<Record<Environment, WorkingKeys>> {
  return {
    SANDBOX: await workingKeys(ctx, applicationId, 'SANDBOX'),
    LIVE: await workingKeys(ctx, applicationId, 'LIVE'),
  };
}

interface JudgedMajor extends Major {
  environment: Environment;
  applicationId: string;
  keys: WorkingKeys;
}

/** The order is that of a call: the key, its scope, the assignment, the version, the operation. */
async function majorJudge(ctx: Context, { keys, ...major }: JudgedMajor): Promise<Judge> {
  const found = await assignedMajor(ctx, major);
  return ({ operationId, method, ...operation }) =>
    whyNotByKey(keys, method) ??
    ('code' in found
      ? found
      : whyNotBy(() => {
          const described = found.served.byId(operationId);
          if (described?.method !== method || described.path !== operation.path)
            throw refuse('not_found', `Version ${found.label} lacks this operation.`);
          assertIncluded(found.assignment, described, major);
        }));
}

interface Found {
  assignment: AssignmentSnapshot;
  served: Served;
  label: string;
}

async function assignedMajor(
  ctx: Context,
  { applicationId, environment, ...of }: Omit<JudgedMajor, 'keys'>,
): Promise<Found | WhyNot> {
  const assigned = environment === 'SANDBOX' ? assignedInSandbox : assignedLive;
  try {
    const { assignment, version } = await assigned(ctx, applicationId, of);
    const label = `${version.major}.${version.number}`;
    return { assignment, served: await servedOf(ctx, version), label };
  } catch (error) {
    const refusal = refusalOf(error);
    if (!refusal) throw error;
    return whyNot(refusal);
  }
}
