import type { Member, MemberKind, MemberStatus, Role } from '../../../db/models/member.ts';
import type { Person } from '../../../db/models/person.ts';
import { holds, permissionsOf } from '../../kernel/access/permissions.ts';
import { refuse, validationFailed } from '../../values/errors.ts';
import { machine } from '../../values/machine.ts';

const words = {
  commands: { suspend: 'suspended', reactivate: 'reactivated', remove: 'removed', confirm: 'confirmed' },
};

export const memberMoves = machine<MemberStatus, 'suspend' | 'reactivate' | 'remove' | 'reclaim' | 'confirm'>(
  'member',
  words,
  {
    ACTIVE: { suspend: 'SUSPENDED', remove: 'REMOVED', reclaim: 'UNCONFIRMED' },
    UNCONFIRMED: { confirm: 'ACTIVE', remove: 'REMOVED' },
    SUSPENDED: { reactivate: 'ACTIVE', remove: 'REMOVED' },
    REMOVED: {},
  },
);

/**
 * Whether the person must confirm a membership: it was last active before they reclaimed the account, which
 * another person may have created.
 */
export function awaitsPerson({ reclaimedAt }: Pick<Person, 'reclaimedAt'>, activeSince: Date): boolean {
  return reclaimedAt !== null && activeSince <= reclaimedAt;
}

/** The rank guard: only an owner manages an owner or makes one. Throws `rank_too_low`. */
export function assertMayManage(actor: Role, ...concerned: Role[]): void {
  if (concerned.includes('OWNER') && actor !== 'OWNER')
    throw refuse(
      'rank_too_low',
      'Only an owner may add, change, suspend or remove an owner. Ask an owner to do it.',
    );
}

/** Whether a member may admit somebody with this role; checked at the offer and again at its acceptance. */
export function mayAdmit(admitter: Pick<Member, 'status' | 'role'> | null | undefined, role: Role): boolean {
  if (admitter?.status !== 'ACTIVE' || !holds(admitter.role, 'members:invite')) return false;
  return role !== 'OWNER' || admitter.role === 'OWNER';
}

/** Whether the role decides requests for approval. */
export function decides(role: Role): boolean {
  return holds(role, 'approvals:decide');
}

/** Whether the new role decides requests and permits something that the previous role did not. */
export function isRaise(before: Role, after: Role): boolean {
  return decides(after) && permissionsOf(after).some((permission) => !holds(before, permission));
}

/** Throws `validation_failed` if an automation gets OWNER or APPROVER: only people own and decide. */
export function assertRoleFits(kind: MemberKind, role: Role): void {
  const message = kind === 'AUTOMATION' ? ofPeople[role] : undefined;
  if (message) throw validationFailed([{ pointer: '/role', code: 'invalid', message }]);
}

const ofPeople: Partial<Record<Role, string>> = {
  OWNER:
    'must not be OWNER for an automation: people own a workspace. Give it the narrowest role that suffices',
  APPROVER:
    'must not be APPROVER for an automation: it cannot decide requests, whatever its role. Give it the role for ' +
    'its work, such as DEVELOPER, or VIEWER if it only reads',
};

/** Throws `last_owner` if the workspace would lose its last active human owner. `owners` are locked. */
export function assertOwnerLeft(owners: Member[], leaving: Member): void {
  if (owners.some((owner) => owner.id !== leaving.id)) return;
  if (!owners.some((owner) => owner.id === leaving.id)) return;
  throw refuse(
    'last_owner',
    'The workspace would be left without an owner. Make another member an owner first.',
  );
}
