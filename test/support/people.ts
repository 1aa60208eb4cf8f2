import { Member, type Role } from '../../db/models/member.ts';
import type { TestApp } from './app.ts';
import { tokenMailedTo } from './mail.ts';

/** A person with an account, signed in. */
export interface Somebody {
  personId: string;
  email: string;
  password: string;
  token: string;
  refreshToken: string;
}

/** A person with an account and a workspace. */
export interface Founder extends Somebody {
  /** The workspace the account was made with; theirs alone. */
  ownWorkspaceId: string;
}

/** A member of the cast's workspace. */
export interface CastMember extends Somebody {
  memberId: string;
  workspaceId: string;
}

const usualPassword = 'correct horse battery staple';
let made = 0;

function newAddress(): string {
  made += 1;
  return `person-${made}-${process.pid}@example.com`;
}

export async function somebody(t: TestApp, name = 'Somebody'): Promise<Founder> {
  const email = newAddress();
  const { account, body } = await signUp(t, { email, name, workspaceName: `${name}’s workspace` });
  return { ...account, ownWorkspaceId: body.workspace.id };
}

async function signUp(t: TestApp, input: { email: string; name: string } & Record<string, string>) {
  const { status, body } = await t.rest('POST', '/api/auth/sign-up', {
    body: { password: usualPassword, ...input },
  });
  if (status !== 201) throw new Error(`sign-up answered ${status}: ${JSON.stringify(body)}`);
  const { accessToken: token, refreshToken, person } = body;
  return {
    account: { personId: person.id, email: input.email, password: usualPassword, token, refreshToken },
    body,
  };
}

/** Proves each address with the mail of the sign-up. */
export async function proveAddresses(t: TestApp, ...people: Pick<Somebody, 'email'>[]): Promise<void> {
  for (const { email } of people) {
    const token = await tokenMailedTo(t, email);
    const { status, body } = await t.rest('POST', '/api/auth/verify-email', { body: { token } });
    if (status !== 200) throw new Error(`proving an address answered ${JSON.stringify(body)}`);
  }
}

/** Adds the person, who accepts. Returns the member's id. */
export async function join(
  t: TestApp,
  { person, role, by, workspace }: { person: Somebody; role: Role; by: Somebody; workspace: string },
): Promise<string> {
  const body = { personId: person.personId, role };
  const added = await t.rest('POST', '/api/console/members', { as: by, workspace, body });
  if (added.status !== 201) throw new Error(`adding ${role} answered ${JSON.stringify(added.body)}`);
  await accept(t, person, workspace);
  return added.body.id;
}

/** Signs up by an invitation, which verifies the address: 47 statements, where signing up and `join` take 75. */
async function joinByInvitation(t: TestApp, by: CastMember, role: Role) {
  const email = newAddress();
  const invitation = { as: by, workspace: by.workspaceId, body: { email, role } };
  const invited = await t.rest('POST', '/api/console/invitations', invitation);
  if (invited.status !== 201) throw new Error(`inviting ${role} answered ${JSON.stringify(invited.body)}`);
  const invitationToken = await tokenMailedTo(t, email);
  const { account } = await signUp(t, { email, name: role, invitationToken });
  return { ...account, memberId: await memberIdOf(t, account) };
}

/** Returns the id of a person's only member. A statement is ten times faster than a request. */
async function memberIdOf(t: TestApp, { personId }: Somebody): Promise<string> {
  const member = await Member.query(t.ports.database.knex).findOne({ personId }).throwIfNotFound();
  return member.id;
}

/** Accepts a membership that waits for the person. */
export async function accept(t: TestApp, person: Somebody, workspace: string): Promise<void> {
  const path = `/api/developer-portal/workspaces/${workspace}/confirm`;
  const { status, body } = await t.rest('POST', path, { as: person });
  if (status !== 200) throw new Error(`accepting answered ${JSON.stringify(body)}`);
}

/** Gives each person a new access token, after the clock moved past the end of the old one. */
export async function signInAgain(t: TestApp, ...people: Somebody[]): Promise<void> {
  for (const person of people) {
    const { email, password } = person;
    const { body } = await t.rest('POST', '/api/auth/sign-in', { body: { email, password } });
    person.token = body.accessToken;
  }
}

/** A workspace and its people, who are created on first use. */
export interface Cast {
  owner: CastMember;
  workspaceId: string;
  as: (role: Role) => Promise<CastMember>;
  /** One more person with the role, invited by the owner. */
  another: (role: Role) => Promise<CastMember>;
  /** One more person with the role, whom the owner added and who has a workspace as well. */
  added: (role: Role) => Promise<CastMember & Founder>;
}

export async function cast(t: TestApp, { isProved = true } = {}): Promise<Cast> {
  const founder = await somebody(t, 'Owner');
  if (isProved) await proveAddresses(t, founder);
  const workspaceId = founder.ownWorkspaceId;
  const owner: CastMember = { ...founder, workspaceId, memberId: await memberIdOf(t, founder) };
  const known = new Map<Role, CastMember>([['OWNER', owner]]);
  const added = async (role: Role): Promise<CastMember & Founder> => {
    const person = await somebody(t, role);
    await proveAddresses(t, person);
    const memberId = await join(t, { person, role, by: owner, workspace: workspaceId });
    return { ...person, workspaceId, memberId };
  };
  const another = async (role: Role): Promise<CastMember> =>
    isProved ? { ...(await joinByInvitation(t, owner, role)), workspaceId } : await added(role);
  const as = async (role: Role): Promise<CastMember> => {
    const member = known.get(role) ?? (await another(role));
    known.set(role, member);
    return member;
  };
  return { owner, workspaceId, as, another, added };
}

/** Creates an application with a sandbox key as the owner. */
export async function applicationWithKey(
  t: TestApp,
  { owner, workspaceId }: Pick<Cast, 'owner' | 'workspaceId'>,
  scopes = ['read', 'write'],
) {
  const as = { as: owner, workspace: workspaceId };
  const application = await t.rest('POST', '/api/console/applications', {
    ...as,
    body: { name: 'Checkout' },
  });
  const applicationId: string = application.body.id;
  const key = await t.rest('POST', `/api/console/applications/${applicationId}/keys`, {
    ...as,
    body: { name: 'ci', environment: 'SANDBOX', scopes },
  });
  if (key.status !== 201) throw new Error(`creating a key answered ${JSON.stringify(key.body)}`);
  return { applicationId, keyId: key.body.id as string, secret: key.body.secret as string };
}
