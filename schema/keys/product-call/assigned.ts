import type { Context } from '../../kernel/context.ts';
import type { DescribedOperation } from '../../kernel/ports/product-descriptions.ts';
import { refuse, type Refusal } from '../../values/errors.ts';
import type { SentCall } from '../../values/sent-call.ts';
import { assignmentSnapshots, nameOf, type AssignmentSnapshot, type ServedVersion } from './snapshot.ts';

type Major = Pick<SentCall, 'slug' | 'major'>;

/** Returns the assignment that the call needs, and the version that it serves. */
export async function assignedTo(
  ctx: Context,
  applicationId: string,
  call: Major,
): Promise<{ assignment: AssignmentSnapshot; version: ServedVersion }> {
  const name = nameOf(applicationId, call.slug, call.major);
  const assignment = await ctx.snapshots.of(assignmentSnapshots, name);
  if (assignment?.broken) throw assignment.broken;
  if (!assignment) throw notAssigned(`${nameOfMajor(call)} is not assigned to the application.`);
  const { version } = assignment;
  if (version) return { assignment, version };
  throw refuse('not_found', `${nameOfMajor(call)} serves no version now. Assign another major version.`);
}

/** Throws `product_not_assigned` if the assignment is limited to other operations. */
export function assertIncluded(
  { operations }: AssignmentSnapshot,
  { operationId }: DescribedOperation,
  of: Major,
): void {
  if (!operations || operations.includes(operationId)) return;
  throw notAssigned(`The assignment of ${nameOfMajor(of)} does not include this operation.`);
}

function nameOfMajor({ slug, major }: Major): string {
  return `${shown(slug)}/v${major}`;
}

function notAssigned(sentence: string): Refusal {
  return refuse('product_not_assigned', `${sentence} A developer of the workspace can assign it.`);
}

/** Returns a text of a caller as a sentence quotes it. */
export function shown(text: string): string {
  return text.length <= 100 ? text : `${text.slice(0, 100)}…`;
}
