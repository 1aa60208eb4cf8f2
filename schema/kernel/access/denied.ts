import { workspaceAccessDenied, type Refusal } from '../../values/errors.ts';
import type { MemberCaller } from './caller.ts';

/** The part of a caller that explains why a workspace does not admit it. */
export type Denied = { unconfirmedIn?: readonly string[] };

/**
 * Returns the refusal of a caller without access to the given workspace, or to any. It is the same for every
 * reason, except that a caller with an unconfirmed membership learns how to confirm it. Spec §5.3.
 */
export function deniedTo(caller: Denied | MemberCaller, workspaceId?: string): Refusal {
  const waiting = 'unconfirmedIn' in caller ? (caller.unconfirmedIn ?? []) : [];
  const id = workspaceId === undefined ? waiting[0] : waiting.find((it) => it === workspaceId);
  return workspaceAccessDenied(id === undefined ? undefined : howToConfirm(id));
}

function howToConfirm(workspaceId: string): string {
  const path = `/api/developer-portal/workspaces/${workspaceId}`;
  return (
    `Your membership of ${workspaceId} is not confirmed. A member added you, or you reset the password of an ` +
    `account that another person may have created. Confirm it with \`POST ${path}/confirm\`, or decline it with ` +
    `\`POST ${path}/decline\`. \`GET /api/developer-portal/me\` lists the other members.`
  );
}
