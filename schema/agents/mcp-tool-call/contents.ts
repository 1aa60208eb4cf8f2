import canonicalize from 'canonicalize';
import type { McpToolCall } from '../../../db/models/mcp-tool-call.ts';
import type { Context } from '../../kernel/context.ts';
import type { CapabilityAnswer } from '../../connect/gateway/call.ts';
import { sealJsonInWorkspace, unsealJsonInWorkspace } from '../../kernel/sealed.ts';

export type Arguments = Readonly<Record<string, unknown>>;
/** What an agent said with a call: what exactly is to be run, and why, in its own words. */
export interface Said {
  arguments: Arguments;
  purpose: string | null;
}

type Keeper = Pick<Context, 'knex' | 'sealing' | 'clock'>;
type Kept = Pick<McpToolCall, 'id' | 'workspaceId'>;

/**
 * A keyed hash of the RFC 8785 form: what is decided on, and by which a call is known to be asked again. Without the key nobody
 * finds by trying what was said, also where it has been forgotten.
 */
export function digestOfArguments(ctx: Context, args: Arguments): Buffer {
  const text = canonicalize(args);
  if (text === undefined) throw new Error('The arguments of a tool call have no canonical form.');
  return ctx.keyedHash('tool call arguments', `${ctx.workspaceId} ${text}`);
}

export async function sealSaid(ctx: Keeper, call: Kept, said: Said): Promise<Buffer> {
  return await sealJsonInWorkspace(ctx, placeOf(call, 'said'), said);
}

export async function sealAnswer(ctx: Keeper, call: Kept, answer: CapabilityAnswer): Promise<Buffer> {
  return await sealJsonInWorkspace(ctx, placeOf(call, 'answer'), answer);
}

/** What the agent said; null once it is forgotten. */
export async function saidIn(ctx: Keeper, call: McpToolCall): Promise<Said | null> {
  const { sealedSaid: sealed } = call;
  return sealed && ((await unsealJsonInWorkspace(ctx, placeOf(call, 'said'), sealed)) as Said);
}

/** What a provider says of why it did not do it, kept where its answer would be. */
export async function sealRefusal(ctx: Keeper, call: Kept, provider: unknown): Promise<Buffer> {
  return await sealJsonInWorkspace(ctx, placeOf(call, 'answer'), { provider });
}

/** What the provider answered; null until it has, and once that is forgotten. */
export async function answerOf(ctx: Keeper, call: McpToolCall): Promise<CapabilityAnswer | null> {
  const kept = await openAnswer(ctx, call);
  return kept && !('provider' in kept) ? kept : null;
}

/** What it says of why it did not do it; null where it did or said nothing, and once that is forgotten. */
export async function refusalTold(ctx: Keeper, call: McpToolCall): Promise<unknown> {
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
