import { authRequest, restRequest } from './auth.ts';
import { freshToken } from './session.ts';

/** An invitation as the holder of its token sees it. */
export interface InvitationPreview {
  workspaceName: string | null;
  inviterName: string | null;
  email: string;
  role: string;
  status: 'PENDING' | 'ACCEPTED' | 'DECLINED' | 'EXPIRED' | 'REVOKED';
  expiresAt: string;
  canBeAccepted: boolean;
}

/** Reads the invitation of a token. Throws a Refusal. */
export async function lookUpInvitation(token: string): Promise<InvitationPreview | null> {
  return await authRequest<InvitationPreview>('invitations/lookup', { token });
}

/** Declines the invitation permanently. Throws a Refusal. */
export async function declineInvitation(token: string): Promise<InvitationPreview | null> {
  return await authRequest<InvitationPreview>('invitations/decline', { token });
}

/** Makes the signed-in person a member. Returns the slug of the workspace. Throws a Refusal. */
export async function acceptInvitation(token: string): Promise<string> {
  const path = '/api/developer-portal/invitations/accept';
  const answer = await restRequest<{ workspace: { slug: string } | null }>(
    path,
    { token },
    await freshToken(),
  );
  return answer?.workspace?.slug ?? '';
}
