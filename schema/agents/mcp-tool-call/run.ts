import type { Knex } from 'knex';
import type { PartialModelObject } from 'objection';
import type { ApprovalRequest } from '../../../db/models/approval-request.ts';
import { McpToolCall } from '../../../db/models/mcp-tool-call.ts';
import { rowMacsOf } from '../../../db/row-macs.ts';
import type { McpCaller } from '../../kernel/access/caller.ts';
import { assertGranted, runGranted } from '../agent/granted.ts';
import type { Context, Ports } from '../../kernel/context.ts';
import { createAgentContext } from '../../command/create-context.ts';
import { refusalOf } from '../../values/errors.ts';
import { evaluateMcpCredential, mcpCredentialSnapshot } from '../../identity/mcp-credential/snapshot.ts';
import { Reads } from '../../values/reads.ts';
import { argumentsIn, sealAnswer, sealRefusal } from './contents.ts';

/** Checking the arguments may time out on a busy machine; nothing was sent then. */
const tries = 3;

/**
 * Runs an approved call; the approval engine calls this at most once. Checks everything again, including the
 * credential, as if the agent called now. Stores the answer for the agent. Throws the refusal if the call did
 * not run, or may not have run.
 */
export async function runToolCall(ports: Ports, request: ApprovalRequest): Promise<void> {
  const call = await McpToolCall.query(ports.database.knex).findById(request.subjectId).throwIfNotFound();
  rowMacsOf(ports.database.knex).assertSound(McpToolCall, call);
  const keeper = { ...ports, knex: ports.database.knex };
  try {
    const ctx = await agentContext(ports, call);
    const answer = await tried(async () => await runAsGranted(ctx, call));
    await keep(ports, call, { sealedAnswer: await sealAnswer(ctx, call, answer) });
  } catch (error) {
    const refusal = refusalOf(error);
    const provider = refusal?.details.provider;
    const reason = provider !== undefined && { sealedAnswer: await sealRefusal(keeper, call, provider) };
    if (refusal) await keep(ports, call, { failureCode: refusal.code, ...reason });
    throw error;
  }
}

async function tried<T>(run: () => Promise<T>): Promise<T> {
  for (let left = tries - 1; ; left -= 1) {
    try {
      return await run();
    } catch (error) {
      if (left === 0 || refusalOf(error)?.code !== 'service_unavailable') throw error;
    }
  }
}

// Any version of the secret is valid here: rotating the credential does not change the agent.
async function agentContext(ports: Ports, { credentialId }: McpToolCall): Promise<Context> {
  const judge = async (knex: Knex): Promise<McpCaller> => {
    const now = ports.clock.now();
    const snapshot = await mcpCredentialSnapshot(knex, credentialId);
    const agent = evaluateMcpCredential(snapshot, { credentialVersion: snapshot?.version ?? 0 }, now);
    return { ...agent, scopes: ['mcp:request'], tokenExpiresAt: now, reads: new Reads() };
  };
  return createAgentContext(ports, await judge(ports.database.knex), judge);
}

async function runAsGranted(ctx: Context, call: McpToolCall) {
  const said = await argumentsIn(ctx, call);
  if (!said) throw new Error(`The arguments of ${call.id} are not stored.`);
  const { capabilityId, connectionId, versionId, bounds } = call;
  const meant = {
    capabilityId,
    connectionId,
    versionId,
    digest: call.digest.toString('hex'),
    mode: 'write',
    arguments: said.arguments,
  } as const;
  return await runGranted(ctx, await assertGranted(ctx, meant), meant, bounds);
}

// The next commit, which ends the request, reports the result.
async function keep({ database, clock }: Ports, { id }: McpToolCall, patch: PartialModelObject<McpToolCall>) {
  await McpToolCall.change(database.knex, id, clock.now(), patch);
}
