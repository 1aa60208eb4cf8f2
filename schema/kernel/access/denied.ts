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
    `Your membership of ${workspaceId} waits for you to confirm it: somebody added you, or you replaced the password of an ` +
    `account that somebody else may have opened. Confirm it by \`POST ${path}/confirm\`, or decline it by ` +
    `\`POST ${path}/decline\`. \`GET /api/developer-portal/me\` lists who else is there.`
  );
}
