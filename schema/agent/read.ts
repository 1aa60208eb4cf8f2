import { Capability } from '../../db/models/capability.ts';
import { builder } from '../builder.ts';
import { findConnection } from '../connection/find.ts';
import { runCapability } from '../connection/run.ts';
import type { Context } from '../context.ts';
import { refusalOf, refuse, validationFailed, type Refusal } from '../errors.ts';
import type { CapabilityAnswer } from '../gateway/call.ts';
import { demandGrant } from '../mcp-grant/in-force.ts';
import { findingsOutside } from '../mcp-grant/limits.ts';
import { demandUnchanged, demandVersion, readSelection } from '../selection/handle.ts';
import { CapabilityAnswerType, ReadCapabilityInput, type ReadCapability } from '../selection/read.ts';

/** Reads what an agent has selected, as far as it is granted now. */
async function readGranted(
  ctx: Context,
  { selection, capabilityId: named, arguments: given, limit }: ReadCapability,
): Promise<CapabilityAnswer> {
  const selected = readSelection(ctx, selection, named);
  const { connectionId, capabilityId, bounds } = selected;
  const grant = await demandGrant(ctx, { connectionId, capabilityId, versionId: demandVersion(selected) });
  const found = await Capability.inWorkspace(ctx).findById(capabilityId);
  const capability = demandUnchanged(selected, found);
  if (capability.mode !== 'read')
    throw refuse('invalid_request', 'This capability changes something. Ask for it, and have it approved.');
  const args = (given ?? {}) as Record<string, unknown>;
  const outside = findingsOutside(grant.argumentLimits, args);
  if (outside.length > 0)
    throw validationFailed(
      outside.map(({ pointer, code, message }) => ({ pointer: `/arguments${pointer}`, code, message })),
    );
  const rows = Math.min(limit ?? bounds.rows, bounds.rows, grant.rowLimit ?? Infinity);
  const connection = await findConnection(ctx, connectionId);
  const run = { connection, capability, arguments: args, bounds: { ...bounds, rows } };
  return await runCapability(ctx, run).catch((error: unknown) => {
    throw refusalOf(error)?.code === 'connection_unusable' ? notServing(error) : error;
  });
}

// What is wrong with a connection is told those who can mend it.
function notServing(cause: unknown): Refusal {
  return refuse(
    'connection_unusable',
    'The connection that this runs through does not serve it now. Tell whoever granted it to you.',
    { cause },
  );
}

builder.queryField('readGrantedCapability', (t) =>
  t.field({
    type: CapabilityAnswerType,
    nullable: true,
    description:
      'Reads from a provider what a selection stands for, as far as it is granted now. `selection_stale` where it is too old, ' +
      'not granted any more or described in another way since; `validation_failed` by the capability’s own schema and the ' +
      'limits of the grant; else as `readCapability`. Needs the scope `mcp:read`.',
    args: { input: t.arg({ type: ReadCapabilityInput, required: true }) },
    authScopes: { agent: 'mcp:read' },
    complexity: 50,
    resolve: async (_root, { input }, ctx) => await readGranted(ctx, input),
  }),
);
