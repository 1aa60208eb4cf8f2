import { SignUpRequest } from '../../../db/models/sign-up-request.ts';
import { rowMacsOf } from '../../../db/row-macs.ts';
import type { Workspace } from '../../../db/models/workspace.ts';
import { builder } from '../../kernel/builder.ts';
import type { Context } from '../../kernel/context.ts';
import { refuse } from '../../values/errors.ts';
import * as formats from '../../values/formats.ts';
import { countFailure } from '../../kernel/limit.ts';
import { tokenOfAnotherKind } from '../person/mailed-token.ts';
import { unsealJson } from '../../kernel/sealed.ts';
import { digestOf, kindOfSecret } from '../../values/secret.ts';
import { WorkspaceType } from '../workspace/type.ts';
import { sealNameOf, type AskedSignUp } from './ask-sign-up.ts';
import { foundAccount } from './found-account.ts';
import type { Grant } from './issue.ts';
import { provePassword, unknownActorOf } from './sign-in.ts';
import { grantFields } from './type.ts';

/**
 * Creates the requested account, with the mailed token and the password together. A requester with another
 * person's address cannot read the mail, and that person does not know the password. Throws
 * `mailed_token_invalid`, `sign_in_failed` for a wrong password, and `email_taken` if the address has an
 * account by then.
 */
export async function confirmSignUp(
  ctx: Context,
  { token, password }: { token: string; password: string },
): Promise<Grant & { workspace: Workspace }> {
  const { id, sealed } = await findByToken(ctx, token);
  const { email, name, workspaceName, passwordHash } = unsealJson(
    ctx.sealing,
    sealNameOf(id),
    sealed,
  ) as AskedSignUp;
  await provePassword(ctx, {
    hash: passwordHash,
    password,
    account: id,
    actor: unknownActorOf(ctx, email),
    words: 'This is not the password from the sign-up. If you did not sign up, ignore the link.',
  });
  return await ctx.transaction(async (tx) => {
    // Of two concurrent uses, one fails.
    if (!(await SignUpRequest.query(tx.knex).deleteById(id))) throw await invalid(tx, token);
    const emailVerifiedAt = tx.clock.now();
    return await foundAccount(tx, { email, name, passwordHash, emailVerifiedAt }, workspaceName);
  });
}

async function findByToken(ctx: Context, token: string): Promise<SignUpRequest> {
  const isOurs = kindOfSecret(token) === 'tok_signup';
  const request = isOurs && (await SignUpRequest.query(ctx.knex).findOne({ digest: digestOf(token) }));
  if (request) rowMacsOf(ctx.knex).assertSound(SignUpRequest, request);
  if (request && ctx.clock.now() < request.expiresAt) return request;
  throw await invalid(ctx, token);
}

async function invalid({ limiter, client }: Context, token: string) {
  const refusal = refuse(
    'mailed_token_invalid',
    tokenOfAnotherKind(token, 'tok_signup') ??
      'The link no longer works: it works once, for a limited time. Sign up again.',
  );
  return await countFailure(limiter, client.ip, refusal);
}

builder.relayMutationField(
  'confirmSignUp',
  {
    inputFields: (t) => ({
      token: t.string({
        required: true,
        validate: formats.attempt,
        description: 'The text after `#` in the link of the mail.',
      }),
      password: t.string({
        required: true,
        validate: formats.attempt,
        description: 'The password from the sign-up.',
      }),
    }),
  },
  {
    description:
      'Creates the account that `signUp` requested, verifies its address, and signs in. The token works once, for ' +
      '24 hours (`mailed_token_invalid`), with the chosen password (`sign_in_failed`).',
    authScopes: { public: true },
    resolve: async (_root, { input }, ctx) => await confirmSignUp(ctx, input),
  },
  {
    outputFields: (t) => ({
      ...grantFields(t),
      workspace: t.field({ type: WorkspaceType, resolve: (it) => it.workspace }),
    }),
  },
);
