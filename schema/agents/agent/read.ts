import { builder } from '../../kernel/builder.ts';
import type { Context } from '../../kernel/context.ts';
import { refuse } from '../../values/errors.ts';
import { boundsOf } from '../../connect/gateway/provider.ts';
import { paged, placeAt, type PagedAnswer } from '../../connect/selection/page.ts';
import {
  CapabilityAnswerType,
  ReadCapabilityInput,
  type ReadCapability,
} from '../../connect/selection/read.ts';
import { assertGranted, runGranted } from './granted.ts';
import { logged, type Subject } from './logged.ts';
import { selectedByAgent } from './selected.ts';

/** Reads with an agent's selection, within its current grant. */
async function readGranted(
  ctx: Context,
  { arguments: given, limit, fields, cursor, ...named }: ReadCapability,
  about: Subject,
): Promise<PagedAnswer> {
  const selected = await selectedByAgent(ctx, named);
  about.capabilityId = selected.capabilityId;
  if (selected.mode !== 'read')
    throw refuse(
      'invalid_request',
      'This capability changes data at the provider. Request it with request_capability, or over REST with POST ' +
        '/api/gateway/v1/capabilities/{id}/request, and have it approved.',
    );
  const said = { arguments: (given ?? {}) as Record<string, unknown>, fields };
  // The arguments of a page from a cursor are checked like the agent's own.
  const { place, arguments: args } = placeAt(ctx, selected, said, cursor);
  const meant = { ...selected, arguments: args, fields };
  const granted = await assertGranted(ctx, meant);
  const rows = Math.min(limit ?? selected.rows, selected.rows);
  const bounds = { ...boundsOf(granted.capability), rows, skip: place.skip };
  const answer = await runGranted(ctx, granted, meant, bounds);
  return paged(ctx, selected, said, { place, answer, mostRows: granted.grant.rowLimit ?? Infinity });
}

builder.queryField('readGrantedCapability', (t) =>
  t.field({
    type: CapabilityAnswerType,
    nullable: true,
    description:
      'Reads from a provider with a selection, within the grant. `selection_stale` if the selection is too old, ' +
      'no longer granted, or its capability has changed. `validation_failed` for the capability’s schema and the ' +
      'limits of the grant. Other errors are those of `readCapability`. Needs the scope `mcp:read`.',
    args: { input: t.arg({ type: ReadCapabilityInput, required: true }) },
    authScopes: { agent: 'mcp:read' },
    complexity: 50,
    resolve: async (_root, { input }, ctx) => {
      const { capabilityId } = input;
      const read = async (about: Subject) => await readGranted(ctx, input, about);
      return await logged(ctx, 'read_capability', { capabilityId }, read);
    },
  }),
);
