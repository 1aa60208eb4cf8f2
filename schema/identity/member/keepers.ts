import { roles, type Member } from '../../../db/models/member.ts';
import { holds, type Permission } from '../../kernel/access/permissions.ts';

/** The member who answers for a program's access: an automation's owner, or a credential's issuer. */
export type Keeper = Pick<Member, 'status' | 'role' | 'activations'>;

/** Returns the roles that may answer for a resource, because they may create it, and related checks. */
export function keepersBy(permission: Permission) {
  const keeperRoles = roles.filter((role) => holds(role, permission));
  const mayKeep = (member: Pick<Keeper, 'status' | 'role'> | null | undefined): boolean =>
    member?.status === 'ACTIVE' && keeperRoles.includes(member.role);
  return {
    keeperRoles,
    mayKeep,
    /**
     * Whether the keeper no longer answers for the resource: they may not, or they left, even if they came
     * back. `activations` is their count when they took it on. Counters are compared, not times, so that
     * nobody answers for it again unknowingly.
     */
    isLost: (keeper: Keeper | null | undefined, activations: number): boolean =>
      !keeper || !mayKeep(keeper) || keeper.activations !== activations,
  };
}
