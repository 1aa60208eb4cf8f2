import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import { missing, validationFailed } from '../errors.ts';
import * as formats from '../formats.ts';
import { addressOf, enforce } from '../limit.ts';
import { foundWorkspace } from '../member/create-workspace.ts';
import { WorkspaceType } from '../workspace/type.ts';
import { beginFirstSession, openAccount } from './open-account.ts';
import { sendVerification } from './send-verification.ts';
import { signUpInvited } from './sign-up-invited.ts';
import { grantFields } from './type.ts';

interface SignUp {
  email: string;
  password: string;
  name: string;
  workspaceName?: string | null | undefined;
  invitationToken?: string | null | undefined;
}

/** Makes an account, with a workspace of its own or with the membership of an invitation, and signs in. */
export async function signUp(ctx: Context, { workspaceName, invitationToken: token, ...person }: SignUp) {
  if (workspaceName && token)
    throw validationFailed([
      {
        pointer: '/invitationToken',
        code: 'invalid',
        message: 'must not come together with a workspaceName: who is invited joins that workspace',
      },
    ]);
  await enforce(ctx, 'sign_ups', addressOf(ctx.client.ip));
  if (token) return await signUpInvited(ctx, { ...person, token });
  if (workspaceName) return await signUpFounding(ctx, { ...person, workspaceName });
  throw validationFailed([missing('/workspaceName')]);
}

async function signUpFounding(
  ctx: Context,
  {
    email,
    password,
    name,
    workspaceName,
  }: { email: string; password: string; name: string; workspaceName: string },
) {
  const founding = async (passwordHash: string) =>
    await ctx.transaction(async (tx) => {
      const person = await openAccount(tx, { email, name, passwordHash, emailVerifiedAt: null });
      await sendVerification(tx, person);
      const { workspace } = await foundWorkspace(tx, { name: workspaceName, personId: person.id });
      const grant = await beginFirstSession(tx, person);
      return { ...grant, workspace };
    });
  return await ctx.passwords.withHash(password, founding);
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
        description: 'The name of a workspace of their own; either this or `invitationToken`.',
      }),
      invitationToken: t.string({
        validate: formats.attempt,
        description: 'From the mail of an invitation to this address; either this or `workspaceName`.',
      }),
    }),
  },
  {
    description:
      'Makes an account, with a workspace of its own or with the membership of an invitation, and signs in. ' +
      '`email_taken` where there is one already, who then accepts an invitation by `acceptInvitation`.',
    authScopes: { public: true },
    resolve: async (_root, { input }, ctx) => await signUp(ctx, input),
  },
  {
    outputFields: (t) => ({
      ...grantFields(t),
      workspace: t.field({ type: WorkspaceType, resolve: (it) => it.workspace }),
    }),
  },
);
