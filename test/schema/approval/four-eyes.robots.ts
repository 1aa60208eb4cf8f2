import { expect } from 'vitest';
import { holds } from '../../../schema/access/permissions.ts';
import type { Role } from '../../../db/models/member.ts';
import type { TestApp } from '../../support/app.ts';
import type { Cast, CastMember } from '../../support/people.ts';

export interface Player {
  member: CastMember;
  role: Role;
  isActive: boolean;
  /** At which step of the histories. */
  activeSince: number;
  roleSince: number;
}

/** An automation as a history knows it. */
export interface Machine {
  id: string;
  credentialId: string;
  secret: string;
  /** Got with that secret, once it was asked for. */
  token: string | null;
  credentials: number;
  owner: Player;
  /** Whether its owner has been there all the time since they accepted. */
  hasOwner: boolean;
  /** Every person who made it, owned it, or made or rotated a credential of it. */
  behind: Set<string>;
}

/** What people do with automations in a history, each with what has to come of it. */
export function robotsOf(t: TestApp, { owner, workspaceId }: Cast) {
  const send = async (path: string, as: CastMember, body: object = {}) =>
    await t.rest('POST', `/api/console/automations${path}`, { as, workspace: workspaceId, body });
  const expectedOf = ({ isActive, role }: Player, success: number) =>
    isActive && holds(role, 'members:write') ? success : 403;
  const took = (machine: Machine, { member }: Player, body: { id: string; secret: string }) => {
    machine.credentialId = body.id;
    machine.secret = body.secret;
    machine.token = null;
    machine.behind.add(member.personId);
  };
  return {
    async make(player: Player, machines: Machine[]): Promise<void> {
      const { member } = player;
      const made = await send('', member, { name: 'Nightly build', role: 'DEVELOPER' });
      expect(made.status).toBe(expectedOf(player, 201));
      if (made.status !== 201) return;
      const { status, body } = await send(`/${made.body.id}/credentials`, member, { name: 'ci' });
      expect(status).toBe(201);
      const behind = new Set([member.personId]);
      const { id: credentialId, secret } = body;
      const machine = { id: made.body.id, credentialId, secret, token: null, credentials: 1, owner: player };
      machines.push({ ...machine, hasOwner: true, behind });
    },
    async issue(player: Player, machine: Machine): Promise<void> {
      const { status, body } = await send(`/${machine.id}/credentials`, player.member, { name: 'ci' });
      expect(status).toBe(expectedOf(player, machine.credentials < 5 ? 201 : 409));
      if (status !== 201) return;
      machine.credentials += 1;
      took(machine, player, body);
    },
    async rotate(player: Player, machine: Machine): Promise<void> {
      const path = `/${machine.id}/credentials/${machine.credentialId}/rotate`;
      const { status, body } = await send(path, player.member);
      expect(status).toBe(expectedOf(player, 200));
      if (status === 200) took(machine, player, body);
    },
    async adopt(player: Player, machine: Machine): Promise<void> {
      const { member, isActive } = player;
      const owns = machine.hasOwner && machine.owner === player;
      const offered = await send(`/${machine.id}/offer`, owner, { toMemberId: member.memberId });
      expect(offered.status).toBe(isActive ? (owns ? 409 : 200) : 404);
      if (offered.status !== 200) return;
      expect((await send(`/${machine.id}/adopt`, member)).status).toBe(200);
      Object.assign(machine, { owner: player, hasOwner: true });
      machine.behind.add(member.personId);
    },
    /** Null where the machine has stopped. */
    async token(machine: Machine): Promise<string | null> {
      const { secret, token, hasOwner } = machine;
      if (token && hasOwner) return token;
      const { status, body } = await t.rest('POST', '/api/auth/automation/token', { body: { secret } });
      expect(status).toBe(hasOwner ? 200 : 401);
      machine.token = status === 200 ? body.accessToken : null;
      return machine.token;
    },
  };
}
