import canonicalize from 'canonicalize';
import type { McpToolCall } from '../../../db/models/mcp-tool-call.ts';
import type { Context } from '../../kernel/context.ts';
import type { CapabilityAnswer } from '../../connect/gateway/call.ts';
import { sealJsonInWorkspace, unsealJsonInWorkspace } from '../../kernel/sealed.ts';

export type Arguments = Readonly<Record<string, unknown>>;
/** The arguments of a call and its purpose, in the agent's own words. */
export interface Said {
  arguments: Arguments;
  purpose: string | null;
}

type Keeper = Pick<Context, 'knex' | 'sealing' | 'clock'>;
type Kept = Pick<McpToolCall, 'id' | 'workspaceId'>;

/**
 * Returns a keyed hash of the arguments' RFC 8785 form. Approvers decide on this hash, and it identifies
 * repeated requests. Nobody can guess the arguments from it without the key, even after their deletion.
 */
export function digestOfArguments(ctx: Context, args: Arguments): Buffer {
  const text = canonicalize(args);
  if (text === undefined) throw new Error('The arguments of a tool call have no canonical form.');
  return ctx.keyedHash('tool call arguments', `${ctx.workspaceId} ${text}`);
}

export async function sealArguments(ctx: Keeper, call: Kept, said: Said): Promise<Buffer> {
  return await sealJsonInWorkspace(ctx, placeOf(call, 'said'), said);
}

export async function sealAnswer(ctx: Keeper, call: Kept, answer: CapabilityAnswer): Promise<Buffer> {
  return await sealJsonInWorkspace(ctx, placeOf(call, 'answer'), answer);
}

/** Returns the agent's arguments and purpose; null after their deletion. */
export async function argumentsIn(ctx: Keeper, call: McpToolCall): Promise<Said | null> {
  const { sealedSaid: sealed } = call;
  return sealed && ((await unsealJsonInWorkspace(ctx, placeOf(call, 'said'), sealed)) as Said);
}

/** Seals the provider's reason for not running the call, in the place of its answer. */
export async function sealRefusal(ctx: Keeper, call: Kept, provider: unknown): Promise<Buffer> {
  return await sealJsonInWorkspace(ctx, placeOf(call, 'answer'), { provider });
}

/** Returns the provider's answer; null before it arrives and after its deletion. */
export async function answerOf(ctx: Keeper, call: McpToolCall): Promise<CapabilityAnswer | null> {
  const kept = await openAnswer(ctx, call);
  return kept && !('provider' in kept) ? kept : null;
}

/** Returns the provider's reason for not running the call; null if there is none, and after its deletion. */
export async function reportedRefusal(ctx: Keeper, call: McpToolCall): Promise<unknown> {
  const kept = await openAnswer(ctx, call);
  return kept && 'provider' in kept ? kept.provider : null;
}

async function openAnswer(
  ctx: Keeper,
  call: McpToolCall,
): Promise<CapabilityAnswer | { provider: unknown } | null> {
  const { sealedAnswer: sealed } = call;
  return sealed && ((await unsealJsonInWorkspace(ctx, placeOf(call, 'answer'), sealed)) as CapabilityAnswer);
}

function placeOf({ id, workspaceId }: Kept, column: string) {
  return { workspaceId, name: `mcp_tool_call/${id}/${column}` };
}
