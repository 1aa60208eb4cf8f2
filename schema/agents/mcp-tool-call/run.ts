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
import { saidIn, sealAnswer, sealRefusal } from './contents.ts';

/** The schema may be judged late for what else the machine does; nothing was sent by then. */
const tries = 3;

/**
 * Runs a call that was approved, once: the approval engine sees to that. All is judged again, the credential too, as if the
 * agent called now; what it is answered is kept for it. Throws the refusal where it was not run, or may not have been.
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

// With whichever secret it was asked for: a rotated credential’s agent is the same.
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
  const said = await saidIn(ctx, call);
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

// What came of it is told with the end of its request, which is the next commit.
async function keep({ database, clock }: Ports, { id }: McpToolCall, patch: PartialModelObject<McpToolCall>) {
  await McpToolCall.change(database.knex, id, clock.now(), patch);
}
