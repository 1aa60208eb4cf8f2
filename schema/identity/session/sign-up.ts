import { Person } from '../../../db/models/person.ts';
import type { Workspace } from '../../../db/models/workspace.ts';
import { builder } from '../../kernel/builder.ts';
import type { Context } from '../../kernel/context.ts';
import { missing, validationFailed } from '../../values/errors.ts';
import * as formats from '../../values/formats.ts';
import { addressOf, enforce } from '../../kernel/limit.ts';
import { PersonType } from '../person/type.ts';
import { WorkspaceType } from '../workspace/type.ts';
import { askSignUp, type Founding } from './ask-sign-up.ts';
import { foundAccount } from './found-account.ts';
import { accessTokenOf, type Grant } from './issue.ts';
import { signUpInvited } from './sign-up-invited.ts';
import { SessionType } from './type.ts';

interface SignUp extends Omit<Founding, 'workspaceName'> {
  workspaceName?: string | null | undefined;
  invitationToken?: string | null | undefined;
}

/** The result of a sign-up; null if the server sends a mail first. */
type SignedUp = (Grant & { workspace: Workspace }) | null;

/**
 * Creates an account, with its own workspace or with the membership of an invitation, and signs in. If mails
 * reach people, the founder of a workspace proves the address first. The answer is then the same whether or
 * not the address has an account.
 */
export async function signUp(
  ctx: Context,
  { workspaceName, invitationToken: token, ...person }: SignUp,
): Promise<{ grant: SignedUp }> {
  if (workspaceName && token)
    throw validationFailed([
      {
        pointer: '/invitationToken',
        code: 'invalid',
        message: 'must not come with a workspaceName: an invited person joins that workspace',
      },
    ]);
  await enforce(ctx, 'sign_ups', addressOf(ctx.client.ip));
  if (token) return { grant: await signUpInvited(ctx, { ...person, token }) };
  if (workspaceName) return { grant: await signUpFounding(ctx, { ...person, workspaceName }) };
  throw validationFailed([missing('/workspaceName')]);
}

async function signUpFounding(ctx: Context, founding: Founding): Promise<SignedUp> {
  if (ctx.settings.signUpProvesAddress) {
    await askSignUp(ctx, founding);
    return null;
  }
  const { email, name, password, workspaceName } = founding;
  return await ctx.passwords.withHash(
    password,
    async (passwordHash) =>
      await ctx.transaction(
        async (tx) =>
          await foundAccount(tx, { email, name, passwordHash, emailVerifiedAt: null }, workspaceName),
      ),
  );
}

builder.relayMutationField(
  'signUp',
  {
    inputFields: (t) => ({
      email: t.string({ required: true, validate: formats.email }),
      password: t.string({ required: true, validate: formats.password }),
      name: t.string({ required: true, validate: formats.name, description: 'The person’s name.' }),
      workspaceName: t.string({
        validate: formats.name,
        description: 'The name of a new workspace. Send either this or `invitationToken`.',
      }),
      invitationToken: t.string({
        validate: formats.attempt,
        description:
          'The token from the mail of an invitation to this address. Send either this or `workspaceName`.',
      }),
    }),
  },
  {
    description:
      'Creates an account with its own workspace or with the membership of an invitation, and signs in. ' +
      '`email_taken` if the account exists; then sign in and call `acceptInvitation`. If the server sends mail by ' +
      'SMTP, a sign-up with `workspaceName` always sends a mail instead, and every other field is null. ' +
      '`confirmSignUp` takes the token of that mail.',
    authScopes: { public: true },
    resolve: async (_root, { input }, ctx) => await signUp(ctx, input),
  },
  {
    // The same fields as `grantFields`, each null if the server sends a mail first.
    outputFields: (t) => ({
      confirmationMailed: t.boolean({
        description: 'Whether the server sends a mail first. True whether or not the address has an account.',
        resolve: ({ grant }) => grant === null,
      }),
      accessToken: t.string({
        nullable: true,
        resolve: async ({ grant }, _args, ctx) => grant && (await accessTokenOf(ctx, grant.session)),
      }),
      refreshToken: t.string({ nullable: true, resolve: ({ grant }) => grant?.refreshToken }),
      tokenType: t.string({ nullable: true, resolve: ({ grant }) => grant && 'Bearer' }),
      expiresIn: t.int({
        nullable: true,
        resolve: ({ grant }, _args, ctx) => grant && ctx.settings.accessTokenTtlSeconds,
      }),
      session: t.field({ type: SessionType, nullable: true, resolve: ({ grant }) => grant?.session }),
      person: t.field({
        type: PersonType,
        nullable: true,
        resolve: async ({ grant }, _args, ctx) => grant && (await ctx.load(Person, grant.session.personId)),
      }),
      workspace: t.field({ type: WorkspaceType, nullable: true, resolve: ({ grant }) => grant?.workspace }),
    }),
  },
);
