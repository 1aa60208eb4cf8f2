import { workspaceAccessDenied, type Refusal } from '../../values/errors.ts';
import type { MemberCaller } from './caller.ts';

/** What of a caller tells why they are let in nowhere. */
export type Denied = { unconfirmedIn?: readonly string[] };

/**
 * The refusal of who has no access to a workspace, the one that was asked for or any. It is the same whatever the reason, but for
 * who has a membership there that waits for them: they are told how it is confirmed. Spec §5.3.
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
