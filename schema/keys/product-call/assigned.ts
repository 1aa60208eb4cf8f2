import type { Environment } from '../../../db/models/api-key.ts';
import type { Context } from '../../kernel/context.ts';
import type { DescribedOperation } from '../../kernel/ports/product-descriptions.ts';
import type { SnapshotKind } from '../../kernel/ports/snapshots.ts';
import { refuse, type Refusal } from '../../values/errors.ts';
import type { SentCall } from '../../values/sent-call.ts';
import { visible } from '../../values/visible.ts';
import { servedName } from '../product/served-name.ts';
import {
  liveSnapshots,
  nameOf,
  sandboxSnapshots,
  type AssignmentSnapshot,
  type SandboxSnapshot,
  type ServedVersion,
} from './snapshot.ts';

type Major = Pick<SentCall, 'slug' | 'major'>;

interface Assigned<Snapshot> {
  assignment: Snapshot;
  version: ServedVersion;
}

/** Returns the assignment for the sandbox, and the version that answers. Throws `product_not_assigned`. */
export async function assignedInSandbox(
  ctx: Context,
  applicationId: string,
  of: Major,
): Promise<Assigned<SandboxSnapshot>> {
  return await assigned(ctx, sandboxSnapshots, { applicationId, of, environment: 'SANDBOX' });
}

/** Returns the live assignment, and the version that answers. Throws `product_not_assigned`. */
export async function assignedLive(
  ctx: Context,
  applicationId: string,
  of: Major,
): Promise<Assigned<AssignmentSnapshot>> {
  return await assigned(ctx, liveSnapshots, { applicationId, of, environment: 'LIVE' });
}

interface Wanted {
  applicationId: string;
  of: Major;
  environment: Environment;
}

const howAssigned: Record<Environment, string> = {
  SANDBOX: 'If the workspace has it, a developer can assign it.',
  LIVE: 'An approval of production access assigns it.',
};

const whyUnanswered: Record<Environment, string> = {
  SANDBOX: 'serves no version now. Assign another major version.',
  LIVE: 'has no live version now. A member with `api_products:write` can request one.',
};

async function assigned<Snapshot extends AssignmentSnapshot>(
  ctx: Context,
  kind: SnapshotKind<Snapshot>,
  { applicationId, of, environment }: Wanted,
): Promise<Assigned<Snapshot>> {
  const assignment = await ctx.snapshots.of(kind, nameOf(applicationId, of.slug, of.major));
  if (assignment?.broken) throw assignment.broken;
  if (!assignment) throw notAssigned(`${nameOfMajor(of)} is not assigned to the application.`, environment);
  const { version } = assignment;
  if (version) return { assignment, version };
  throw refuse('not_found', `${nameOfMajor(of)} ${whyUnanswered[environment]}`);
}

/** Throws `product_not_assigned` if the assignment is limited to other operations. */
export function assertIncluded(
  { operations }: AssignmentSnapshot,
  { operationId }: DescribedOperation,
  { slug, major, environment }: Major & { environment: Environment },
): void {
  if (!operations || operations.includes(operationId)) return;
  const name = nameOfMajor({ slug, major });
  throw notAssigned(`The assignment of ${name} does not include this operation.`, environment);
}

function nameOfMajor({ slug, major }: Major): string {
  return servedName(shown(slug), major);
}

function notAssigned(sentence: string, environment: Environment): Refusal {
  return refuse('product_not_assigned', `${sentence} ${howAssigned[environment]}`);
}

/** Returns a text of a caller as a sentence quotes it: visible, and not long. */
export function shown(text: string): string {
  const seen = visible(text);
  return seen.length <= 100 ? seen : `${seen.slice(0, 100)}…`;
}
