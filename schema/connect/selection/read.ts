import { builder } from '../../kernel/builder.ts';
import { findForCall } from '../connection/find.ts';
import { runCapability } from '../connection/run.ts';
import { capabilitySnapshots } from '../connector/snapshots.ts';
import type { Context } from '../../kernel/context.ts';
import { snapshotOf } from '../../kernel/snapshot-of.ts';
import { refuse } from '../../values/errors.ts';
import * as agentFormats from '../../values/agent-formats.ts';
import { answerKinds } from '../gateway/answer.ts';
import type { CapabilityAnswer } from '../gateway/call.ts';
import { adviceOf, cutReasons, type Cut, type LeftOut } from '../gateway/cut.ts';
import { boundsOf } from '../gateway/provider.ts';
import { assertUnchanged, readSelection } from './handle.ts';
import { paged, placeAt, type PagedAnswer } from './page.ts';
import { selectableBy } from './selected.ts';

export interface ReadCapability {
  selection: string;
  capabilityId?: string | null | undefined;
  arguments?: unknown;
  limit?: number | null | undefined;
  fields?: readonly string[] | null | undefined;
  cursor?: string | null | undefined;
}

/** Reads the selected capability within the bounds of the selection. */
export async function readCapability(
  ctx: Context,
  { arguments: given, limit, fields, cursor, ...named }: ReadCapability,
): Promise<PagedAnswer> {
  const selected = await readSelection(ctx, named, async (ends) => await selectableBy(ctx, ends));
  const { connectionId, capabilityId, rows } = selected;
  const found = await snapshotOf(ctx, capabilitySnapshots, capabilityId);
  const capability = assertUnchanged(selected, found);
  if (capability.mode !== 'read')
    throw refuse('invalid_request', 'This capability changes data at its provider. Only reads run here.');
  const said = { arguments: (given ?? {}) as Record<string, unknown>, fields };
  const { place, arguments: args } = placeAt(ctx, selected, said, cursor);
  const answer = await runCapability(ctx, {
    connection: await findForCall(ctx, connectionId),
    capability,
    arguments: args,
    bounds: { ...boundsOf(capability), rows: Math.min(limit ?? rows, rows), skip: place.skip },
    fields,
  });
  return paged(ctx, selected, said, { place, answer });
}

export const ReadCapabilityInput = builder.inputType('ReadCapabilityInput', {
  fields: (t) => ({
    selection: t.string({
      required: true,
      validate: agentFormats.selection,
      description: 'The selection that `capability` returned to the same caller.',
    }),
    capabilityId: t.id({ description: 'If set, the selection must belong to this capability.' }),
    arguments: t.field({
      type: 'JSON',
      validate: agentFormats.capabilityArguments.optional(),
      description: 'An object that matches the capability’s `inputSchema`; by default an empty one.',
    }),
    limit: t.int({
      validate: agentFormats.rowLimit.optional(),
      description: 'Fewer rows than the selection allows.',
    }),
    fields: t.stringList({
      validate: agentFormats.fields.optional(),
      description:
        'The parts of the answer to return, as up to 50 JSON pointers (RFC 6901), such as `/id`. The server picks ' +
        'them before it bounds the answer. A list takes no segment: `/items/id` is the id of each item.',
    }),
    cursor: t.string({
      validate: agentFormats.pageCursor.optional(),
      description:
        'The `nextCursor` of the previous answer, with the same arguments and fields; otherwise `invalid_cursor`.',
    }),
  }),
});

const CutReasonEnum = builder.enumType('CutReason', { values: cutReasons });

const LeftOutType = builder.objectRef<LeftOut>('LeftOut').implement({
  description: 'A part of an answer that was left out.',
  fields: (t) => ({
    pointer: t.exposeString('pointer', { description: 'A pointer in the form of `fields`.' }),
    bytes: t.exposeInt('bytes', { description: 'The size of the left out part as JSON.' }),
  }),
});

const CutType = builder.objectRef<Cut>('Cut').implement({
  description: 'How the data differs from the provider’s full answer.',
  fields: (t) => ({
    reason: t.expose('reason', { type: CutReasonEnum }),
    shown: t.exposeInt('shown', { description: 'The number of rows in the data.' }),
    of: t.exposeInt('of', { description: 'The number of rows in this page of the provider.' }),
    pointer: t.exposeString('pointer', {
      nullable: true,
      description: 'The position of the rows in the data. Null if there are none.',
    }),
    bytes: t.int({
      nullable: true,
      description: 'The size of the provider’s full answer as JSON. Null for older records.',
      resolve: ({ bytes }: Partial<Cut>) => bytes ?? null,
    }),
    leftOut: t.field({
      type: [LeftOutType],
      description: 'The largest parts that were left out for their size, up to 10.',
      resolve: ({ leftOut }: Partial<Cut>) => leftOut ?? [],
    }),
    advice: t.string({ description: 'How to request less.', resolve: adviceOf }),
  }),
});

/** Stored answers of an earlier version lack the newer members. */
type Told = Omit<CapabilityAnswer, 'missing' | 'next'> & Partial<PagedAnswer>;

export const CapabilityAnswerType = builder.objectRef<Told>('CapabilityAnswer').implement({
  description: 'A provider’s answer.',
  fields: (t) => ({
    kind: t.expose('kind', { type: builder.enumType('CapabilityAnswerKind', { values: answerKinds }) }),
    data: t.field({
      type: 'JSON',
      nullable: true,
      description: 'JSON, a string, or null. For binary data, its type and size.',
      resolve: ({ data }) => data,
    }),
    cut: t.field({
      type: CutType,
      nullable: true,
      description: 'Null if nothing was left out.',
      resolve: (answer) => answer.cut,
    }),
    removedCount: t.int({
      description: 'How many strings had a secret, or a likely one, replaced with `[removed]`.',
      resolve: ({ removed }) => removed.count,
    }),
    removedPointers: t.stringList({
      description: 'The positions of the first 50.',
      resolve: ({ removed }) => removed.pointers,
    }),
    mismatches: t.stringList({
      description: 'How the answer differs from its schema, in words; up to 20 differences.',
      resolve: ({ mismatches }) => mismatches,
    }),
    missingFields: t.stringList({
      description: 'The `fields` that are not in the answer.',
      resolve: ({ missing }) => missing ?? [],
    }),
    nextCursor: t.string({
      nullable: true,
      description:
        'For the rows that did not fit, otherwise for the provider’s next page. It works for 15 minutes, for the ' +
        'same caller, capability, connection, arguments and fields. Null if there is nothing more, or no argument ' +
        'can request it.',
      resolve: ({ nextCursor }) => nextCursor ?? null,
    }),
  }),
});

builder.queryField('readCapability', (t) =>
  t.field({
    type: CapabilityAnswerType,
    nullable: true,
    description:
      'Reads from a provider with a selection. `selection_stale` if it is too old or its capability has changed. ' +
      '`validation_failed` for the capability’s own schema. Other errors: `invalid_cursor`, ' +
      '`connection_unusable`, `provider_error`, `provider_timeout`, `provider_unavailable`, `vault_unavailable`, ' +
      '`rate_limited`, `service_unavailable`. Needs `connections:use`.',
    args: { input: t.arg({ type: ReadCapabilityInput, required: true }) },
    authScopes: { can: 'connections:use' },
    complexity: 50,
    resolve: async (_root, { input }, ctx) => await readCapability(ctx, input),
  }),
);
