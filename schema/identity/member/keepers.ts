import { roles, type Member } from '../../../db/models/member.ts';
import { holds, type Permission } from '../../kernel/access/permissions.ts';

/** Whoever answers for what a program uses: an owner, or who issued a credential. */
export type Keeper = Pick<Member, 'status' | 'role' | 'activations'>;

/** Who may answer for something: whoever could make it now, by the permission that making it needs. */
export function keepersBy(permission: Permission) {
  const keeperRoles = roles.filter((role) => holds(role, permission));
  const mayKeep = (member: Pick<Keeper, 'status' | 'role'> | null | undefined): boolean =>
    member?.status === 'ACTIVE' && keeperRoles.includes(member.role);
  return {
    keeperRoles,
    mayKeep,
    /**
     * Whether who answered for it when they had been active so many times does no more: they may not, or they left, be it
     * that they came back. Counted and not timed, so that nobody answers for it again without knowing.
     */
    isLost: (keeper: Keeper | null | undefined, activations: number): boolean =>
      !keeper || !mayKeep(keeper) || keeper.activations !== activations,
  };
}
