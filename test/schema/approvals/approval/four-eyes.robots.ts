import { expect } from 'vitest';
import { holds } from '../../../../schema/kernel/access/permissions.ts';
import type { Role } from '../../../../db/models/member.ts';
import type { TestApp } from '../../../support/app.ts';
import type { Cast, CastMember } from '../../../support/people.ts';

export interface Player {
  member: CastMember;
  role: Role;
  isActive: boolean;
  /** The step of the histories at which the player became active. */
  activeSince: number;
  roleSince: number;
  /** The number of reactivations. */
  returns: number;
}

/** A person who is responsible for something, and the number of their reactivations at that time. */
interface Kept {
  by: Player;
  returns: number;
}

/** An automation, as the history tracks it. */
export interface Machine {
  id: string;
  credentialId: string;
  secret: string;
  /** The token for that secret, once it was requested. */
  token: string | null;
  /** Its active credentials, with their issuers. */
  credentials: Map<string, Kept>;
  owner: Kept;
  /** Every person who made it, owned it, or made or rotated a credential of it. */
  behind: Set<string>;
}

/** Whether the responsible person has been active ever since, and still has the permission. */
function isKept(kept: Kept | undefined): boolean {
  if (!kept) return false;
  const { by, returns } = kept;
  return by.isActive && by.returns === returns && holds(by.role, 'members:write');
}

const keptBy = (by: Player): Kept => ({ by, returns: by.returns });

/** Whether the automation has an owner who may act for it. */
export function hasOwner({ owner }: Machine): boolean {
  return isKept(owner);
}

/** Returns the commands of people on automations, each of which checks its own result. */
export function robotsOf(t: TestApp, { owner, workspaceId }: Cast) {
  const send = async (path: string, as: CastMember, body: object = {}) =>
    await t.rest('POST', `/api/console/automations${path}`, { as, workspace: workspaceId, body });
  const expectedOf = ({ isActive, role }: Player, success: number) =>
    isActive && holds(role, 'members:write') ? success : 403;
  const took = (machine: Machine, player: Player, body: { id: string; secret: string }) => {
    machine.credentials.set(body.id, keptBy(player));
    machine.credentialId = body.id;
    machine.secret = body.secret;
    machine.token = null;
    machine.behind.add(player.member.personId);
  };
  return {
    async make(player: Player, machines: Machine[]): Promise<void> {
      const { member } = player;
      const made = await send('', member, { name: 'Nightly build', role: 'DEVELOPER' });
      expect(made.status).toBe(expectedOf(player, 201));
      if (made.status !== 201) return;
      const { status, body } = await send(`/${made.body.id}/credentials`, member, { name: 'ci' });
      expect(status).toBe(201);
      const machine = {
        id: made.body.id,
        credentialId: '',
        secret: '',
        token: null,
        credentials: new Map<string, Kept>(),
        owner: keptBy(player),
        behind: new Set<string>(),
      };
      took(machine, player, body);
      machines.push(machine);
    },
    async issue(player: Player, machine: Machine): Promise<void> {
      const { status, body } = await send(`/${machine.id}/credentials`, player.member, { name: 'ci' });
      expect(status).toBe(expectedOf(player, machine.credentials.size < 5 ? 201 : 409));
      if (status === 201) took(machine, player, body);
    },
    async rotate(player: Player, machine: Machine): Promise<void> {
      const path = `/${machine.id}/credentials/${machine.credentialId}/rotate`;
      const { status, body } = await send(path, player.member);
      expect(status).toBe(expectedOf(player, machine.credentials.has(machine.credentialId) ? 200 : 409));
      if (status === 200) took(machine, player, body);
    },
    async adopt(player: Player, machine: Machine): Promise<void> {
      const { member } = player;
      const offered = await send(`/${machine.id}/offer`, owner, { toMemberId: member.memberId });
      expect(offered.status).toBe(offerOf(machine, player));
      if (offered.status !== 200) return;
      const { status, body } = await send(`/${machine.id}/adopt`, member);
      const lost = [...machine.credentials].flatMap(([id, kept]) => (isKept(kept) ? [] : [id]));
      expect([status, body.revokedCredentialIds.toSorted()]).toEqual([200, lost.toSorted()]);
      for (const id of lost) machine.credentials.delete(id);
      machine.owner = keptBy(player);
      machine.behind.add(member.personId);
    },
    /** Returns null if the automation has stopped. */
    async token(machine: Machine): Promise<string | null> {
      const { secret, token, credentials, credentialId } = machine;
      const works = hasOwner(machine) && isKept(credentials.get(credentialId));
      if (token && works) return token;
      const { status, body } = await t.rest('POST', '/api/auth/automation/token', { body: { secret } });
      expect(status).toBe(works ? 200 : 401);
      machine.token = status === 200 ? body.accessToken : null;
      return machine.token;
    },
  };
}

function offerOf(machine: Machine, player: Player): number {
  if (!player.isActive) return 404;
  if (!holds(player.role, 'members:write')) return 422;
  return hasOwner(machine) && machine.owner.by === player ? 409 : 200;
}
