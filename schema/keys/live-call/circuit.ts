import { ApiProductVersion } from '../../../db/models/api-product-version.ts';
import { createSystemContext } from '../../command/create-context.ts';
import { healthOfAnswer, healthOfFailure } from '../../connect/gateway/health.ts';
import type { Context } from '../../kernel/context.ts';
import type { Pass } from '../../kernel/ports/breakers.ts';
import { EgressFailure, type IncomingAnswer } from '../../kernel/ports/egress.ts';
import { record } from '../../records/audit/record.ts';
import type { ServedVersion } from '../product-call/snapshot.ts';
import { toVersionData } from '../product/version-event-data.ts';
import { circuitOpen } from './failure.ts';

/** Asks an upstream, unless it failed several times recently. Throws `upstream_unavailable` then. */
export async function withCircuit(
  ctx: Context,
  version: ServedVersion,
  { origin }: URL,
  ask: () => Promise<IncomingAnswer>,
): Promise<IncomingAnswer> {
  const entrance = ctx.breakers.enter(`product-upstream ${version.workspaceId} ${origin}`);
  if (!entrance.pass) throw circuitOpen(entrance.retryAfterSeconds);
  const { pass } = entrance;
  try {
    const answer = await ask();
    // A caller can provoke a 500, and so would refuse the calls of others.
    await tell(ctx, version, pass, answer.status === 500 ? 'neither' : healthOfAnswer(answer));
    return answer;
  } catch (error) {
    await tell(
      ctx,
      version,
      pass,
      ctx.client.hungUp?.aborted || isUnreadable(error) ? 'neither' : healthOfFailure(error),
    );
    throw error;
  }
}

/** Reports the result, and records that the circuit opened or closed by it. */
async function tell(
  ctx: Context,
  { id, workspaceId }: ServedVersion,
  pass: Pass,
  health: keyof Pass,
): Promise<void> {
  if (!pass[health]()) return;
  const type = health === 'failed' ? 'product_upstream.circuit_opened' : 'product_upstream.circuit_closed';
  await createSystemContext(ctx, 'call-upstream', workspaceId).transaction(async (tx) => {
    const version = await ApiProductVersion.inWorkspace(tx).findById(id).throwIfNotFound();
    await record(tx, type, { subject: version, data: toVersionData(version) });
    return {};
  });
}

// A caller can ask for an answer in another form.
function isUnreadable(error: unknown): boolean {
  return error instanceof EgressFailure && error.code === 'answer_unreadable';
}
