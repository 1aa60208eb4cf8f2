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

/** Asks what a connection is tested by, with a credential, and whose account that is. Throws as a call does. */
export async function probe(ctx: Context, opened: Opened): Promise<{ accountId: string | null }> {
  const { connection } = opened;
  const { testCapabilityId, accountPointer } = connection;
  if (testCapabilityId === null) throw new Error(`The connection ${connection.id} has no test.`);
  const capability = await Capability.inWorkspace(ctx).findById(testCapabilityId).throwIfNotFound();
  // Its provider may have made something else of it since.
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
  // What is removed is the same of everybody, and so tells nobody apart.
  return { accountId: account?.includes(mark) ? null : account };
}
