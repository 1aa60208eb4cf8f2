import { Capability } from '../../../db/models/capability.ts';
import { reviewedTool } from '../connector/reviewed-tool.ts';
import type { Context } from '../../kernel/context.ts';
import { refuse } from '../../values/errors.ts';
import { callCapability } from '../gateway/call.ts';
import { usualBounds } from '../gateway/provider.ts';
import { mark } from '../gateway/scrub.ts';
import { textAt } from '../../values/pointer.ts';
import type { Opened } from './credential.ts';
import { providerOf } from './provider.ts';

/** Runs the test of a connection with a credential, and returns the account. Throws like a call. */
export async function probe(ctx: Context, opened: Opened): Promise<{ accountId: string | null }> {
  const { connection } = opened;
  const { testCapabilityId, accountPointer } = connection;
  if (testCapabilityId === null) throw new Error(`The connection ${connection.id} has no test.`);
  const capability = await Capability.inWorkspace(ctx).findById(testCapabilityId).throwIfNotFound();
  // The provider may have changed or removed the capability since.
  if (capability.mode !== 'read' || capability.removedAt)
    throw refuse(
      'connection_unusable',
      'The test of the connection no longer exists or no longer only reads. Choose another testCapabilityId, or create a new connection.',
    );
  const { data } = await callCapability(ctx, providerOf(opened), {
    capability,
    mode: capability.mode,
    arguments: {},
    bounds: usualBounds,
    fields: null,
    traceparent: ctx.client.traceparent,
    signal: null,
    reviewed: reviewedTool(ctx, capability, connection.id),
    assertStill: null,
  });
  const account = accountPointer === null ? null : textAt(data, accountPointer);
  // The mark is the same for all accounts, so it identifies none.
  return { accountId: account?.includes(mark) ? null : account };
}
