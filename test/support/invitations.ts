import type { Answer, TestApp } from './app.ts';
import { tokenMailedTo } from './mail.ts';
import type { Cast, Somebody } from './people.ts';

let made = 0;

/** Returns an unused address. */
export function newAddress(): string {
  made += 1;
  return `invited-${made}-${process.pid}@example.com`;
}

/** The invitations of one workspace, as people use them. */
export function invitationsOf(t: TestApp, { workspaceId, owner }: Pick<Cast, 'workspaceId' | 'owner'>) {
  const at = (as: Somebody) => ({ as, workspace: workspaceId });
  const invite = async (
    email: string,
    role = 'VIEWER',
    by: Somebody = owner,
    headers = {},
  ): Promise<Answer> =>
    await t.rest('POST', '/api/console/invitations', { ...at(by), body: { email, role }, headers });
  return {
    invite,
    /** Sends an invitation, and returns it with the mailed token. */
    invited: async (email = newAddress(), role = 'VIEWER', by: Somebody = owner) => {
      const { status, body } = await invite(email, role, by);
      if (status !== 201) throw new Error(`inviting answered ${JSON.stringify(body)}`);
      return { id: body.id as string, email, token: await tokenMailedTo(t, email) };
    },
    read: async (id: string, by: Somebody = owner) =>
      await t.rest('GET', `/api/console/invitations/${id}`, at(by)),
    resend: async (id: string, by: Somebody = owner) =>
      await t.rest('POST', `/api/console/invitations/${id}/resend`, at(by)),
    revoke: async (id: string, by: Somebody = owner, body?: object) =>
      await t.rest('DELETE', `/api/console/invitations/${id}`, { ...at(by), body }),
    lookUp: async (token: string) =>
      await t.rest('POST', '/api/auth/invitations/lookup', { body: { token } }),
    decline: async (token: string) =>
      await t.rest('POST', '/api/auth/invitations/decline', { body: { token } }),
    accept: async (token: string, as: Somebody, headers = {}) =>
      await t.rest('POST', '/api/developer-portal/invitations/accept', { as, body: { token }, headers }),
    signUp: async (email: string, invitationToken: string, more: object = {}) =>
      await t.rest('POST', '/api/auth/sign-up', {
        body: { email, password: 'correct horse battery', name: 'Grace', invitationToken, ...more },
      }),
  };
}
