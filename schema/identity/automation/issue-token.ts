import { UniqueViolationError } from 'objection';
import { AutomationAssertion } from '../../../db/models/automation-assertion.ts';
import { AutomationCredential } from '../../../db/models/automation-credential.ts';
import { Automation } from '../../../db/models/automation.ts';
import { automationActor, record } from '../../records/audit/record.ts';
import { builder } from '../../kernel/builder.ts';
import type { Context, TransactionContext } from '../../kernel/context.ts';
import { refusalOf, refuse, validationFailed } from '../../values/errors.ts';
import * as formats from '../../values/formats.ts';
import { newId } from '../../values/id.ts';
import { countFailure } from '../../kernel/limit.ts';
import { assertionType, proveByAssertion, proveBySecret, wrong, type Proof } from './prove.ts';
import { automationSnapshot, evaluateAutomation, type EvaluatedAutomation } from './snapshot.ts';

interface TokenRequest {
  secret?: string | null | undefined;
  clientAssertionType?: string | null | undefined;
  clientAssertion?: string | null | undefined;
}

/**
 * Exchanges a secret or a client assertion for an access token, valid for an hour at most. The automation is
 * evaluated as with every request. Throws `sign_in_failed`, `automation_stopped` and
 * `workspace_access_denied`, each counted against the IP address.
 */
export async function issueAutomationToken(ctx: Context, request: TokenRequest) {
  const prove = formOf(request);
  try {
    const proof = await prove(ctx);
    return await spend(ctx, proof);
  } catch (error) {
    const refusal = refusalOf(error);
    throw refusal ? await countFailure(ctx.limiter, ctx.client.ip, refusal) : error;
  }
}

function formOf({ secret, clientAssertionType, clientAssertion }: TokenRequest) {
  const type = clientAssertionType ?? null;
  if (secret && !clientAssertion && type === null)
    return async (ctx: Context) => await proveBySecret(ctx, secret);
  if (clientAssertion && !secret && type === assertionType)
    return async (ctx: Context) => await proveByAssertion(ctx, clientAssertion);
  const message = `must hold either secret, or clientAssertion with clientAssertionType ${assertionType}`;
  throw validationFailed([{ pointer: '', code: 'invalid', message }]);
}

async function spend(ctx: Context, { credential, assertion }: Proof) {
  try {
    return await ctx.transaction(async (tx) => {
      const now = tx.clock.now();
      const snapshot = await automationSnapshot(tx.knex, credential.id);
      const caller = evaluateAutomation(snapshot, { credentialVersion: credential.version }, now);
      if (assertion) await spendOnce(tx, credential, assertion);
      const used = await AutomationCredential.change(tx.knex, credential.id, now, { lastUsedAt: now });
      await record(tx, 'member.automation.token_issued', {
        workspaceId: credential.workspaceId,
        actor: automationActor(caller.memberId),
        subject: used,
        data: used,
      });
      return { caller };
    });
  } catch (error) {
    const refusal = refusalOf(error);
    if (!refusal) throw error;
    throw refuse(refusal.code, refusal.message, { ...refusal.details, ...(await whose(ctx, credential)) });
  }
}

// If one assertion is used twice at the same time, the second use waits here for the first.
async function spendOnce(
  tx: TransactionContext,
  { id: credentialId }: AutomationCredential,
  assertion: NonNullable<Proof['assertion']>,
): Promise<void> {
  const now = tx.clock.now();
  const stamps = { createdAt: now, updatedAt: now };
  try {
    await AutomationAssertion.query(tx.knex).insert({
      id: newId('automationAssertion'),
      credentialId,
      ...assertion,
      ...stamps,
    });
  } catch (cause) {
    if (!(cause instanceof UniqueViolationError)) throw cause;
    throw wrong('its `jti` was used before', cause);
  }
}

// A refusal after a valid proof is recorded in the log of the credential's workspace.
async function whose(ctx: Context, { automationId, workspaceId }: AutomationCredential) {
  const automation = await Automation.query(ctx.knex).findById(automationId).throwIfNotFound();
  return { actor: automationActor(automation.memberId), chain: workspaceId };
}

interface Issued {
  caller: EvaluatedAutomation;
}

builder.relayMutationField(
  'issueAutomationToken',
  {
    inputFields: (t) => ({
      secret: t.string({ validate: formats.attempt, description: 'The secret of a credential.' }),
      clientAssertionType: t.string({ validate: formats.attempt, description: `\`${assertionType}\`.` }),
      clientAssertion: t.string({
        validate: formats.assertion,
        description:
          'A JWT signed by the credential’s private key. `iss` and `sub` are its id, `aud` is the URL of this ' +
          'operation, `exp` lies within five minutes. Each has a new `jti`.',
      }),
    }),
  },
  {
    description:
      'Issues an access token to an automation for its secret or a client assertion (RFC 7523). There is no ' +
      'refresh token. Errors: `sign_in_failed`, `automation_stopped`.',
    authScopes: { public: true },
    resolve: async (_root, { input }, ctx) => await issueAutomationToken(ctx, input),
  },
  {
    outputFields: (t) => ({
      accessToken: t.string({
        description: 'A JWT for `Authorization: Bearer`. The server reads its permissions with each request.',
        resolve: async ({ caller }: Issued, _args, ctx) =>
          await ctx.automationTokens.issue(caller, ctx.clock.now()),
      }),
      tokenType: t.string({ resolve: () => 'Bearer' }),
      expiresIn: t.int({
        description: 'Seconds until the access token expires.',
        resolve: (_issued, _args, ctx) => ctx.settings.automationTokenTtlSeconds,
      }),
    }),
  },
);
