import { Capability } from '../../../db/models/capability.ts';
import { builder } from '../../kernel/builder.ts';
import { findConnection } from '../connection/find.ts';
import { runCapability } from '../connection/run.ts';
import type { Context } from '../../kernel/context.ts';
import { refuse } from '../../values/errors.ts';
import * as formats from '../../values/formats.ts';
import { answerKinds } from '../gateway/answer.ts';
import type { CapabilityAnswer } from '../gateway/call.ts';
import { adviceOf, cutReasons, type Cut, type LeftOut } from '../gateway/cut.ts';
import { boundsOf } from '../gateway/provider.ts';
import { demandUnchanged, readSelection } from './handle.ts';
import { paged, placeAt, type PagedAnswer } from './page.ts';
import { selectableIn } from './selected.ts';

export interface ReadCapability {
  selection: string;
  capabilityId?: string | null | undefined;
  arguments?: unknown;
  limit?: number | null | undefined;
  fields?: readonly string[] | null | undefined;
  cursor?: string | null | undefined;
}

/** Reads what was selected, within its bounds. */
export async function readCapability(
  ctx: Context,
  { arguments: given, limit, fields, cursor, ...named }: ReadCapability,
): Promise<PagedAnswer> {
  const selected = await readSelection(ctx, named, async (ends) => await selectableIn(ctx, ends));
  const { connectionId, capabilityId, rows } = selected;
  const found = await Capability.inWorkspace(ctx).findById(capabilityId);
  const capability = demandUnchanged(selected, found);
  if (capability.mode !== 'read')
    throw refuse(
      'invalid_request',
      'This capability changes something at its provider, and only reads run here.',
    );
  const said = { arguments: (given ?? {}) as Record<string, unknown>, fields };
  const { place, arguments: args } = placeAt(ctx, selected, said, cursor);
  const answer = await runCapability(ctx, {
    connection: await findConnection(ctx, connectionId),
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
      validate: formats.selection,
      description: 'As `capability` gave it to the same caller.',
    }),
    capabilityId: t.id({ description: 'Where given, a selection of another capability is not valid.' }),
    arguments: t.field({
      type: 'JSON',
      validate: formats.capabilityArguments.optional(),
      description: 'An object by the capability’s `inputSchema`; by default an empty one.',
    }),
    limit: t.int({
      validate: formats.rowLimit.optional(),
      description: 'Fewer rows than the selection allows.',
    }),
    fields: t.stringList({
      validate: formats.fields.optional(),
      description:
        'The parts of the answer that are wanted, as up to 50 JSON pointers (RFC 6901), such as `/id`. They are picked before the ' +
        'answer is bounded. A list takes no segment: `/items/id` is the id of each item.',
    }),
    cursor: t.string({
      validate: formats.pageCursor.optional(),
      description:
        '`nextCursor` of the answer before, with the same arguments and fields. `invalid_cursor` otherwise.',
    }),
  }),
});

const CutReasonEnum = builder.enumType('CutReason', { values: cutReasons });

const LeftOutType = builder.objectRef<LeftOut>('LeftOut').implement({
  description: 'A part of an answer that was left out.',
  fields: (t) => ({
    pointer: t.exposeString('pointer', { description: 'As `fields` take it.' }),
    bytes: t.exposeInt('bytes', { description: 'Of what was left out there, as JSON.' }),
  }),
});

const CutType = builder.objectRef<Cut>('Cut').implement({
  description: 'That the data are not all that the provider answered.',
  fields: (t) => ({
    reason: t.expose('reason', { type: CutReasonEnum }),
    shown: t.exposeInt('shown', { description: 'Rows that are there.' }),
    of: t.exposeInt('of', { description: 'Rows of this page of the provider’s.' }),
    pointer: t.exposeString('pointer', {
      nullable: true,
      description: 'Where in the data the rows are; null where there are none.',
    }),
    bytes: t.int({
      nullable: true,
      description: 'Of all that the provider answered, as JSON. Null of what was kept before this was told.',
      resolve: ({ bytes }: Partial<Cut>) => bytes ?? null,
    }),
    leftOut: t.field({
      type: [LeftOutType],
      description:
        'What takes the most room of what was left out for its size, up to 10 parts, the largest first.',
      resolve: ({ leftOut }: Partial<Cut>) => leftOut ?? [],
    }),
    advice: t.string({ description: 'How to ask for less.', resolve: adviceOf }),
  }),
});

/** What was kept of an earlier version lacks what later ones tell. */
type Told = Omit<CapabilityAnswer, 'missing' | 'next'> & Partial<PagedAnswer>;

export const CapabilityAnswerType = builder.objectRef<Told>('CapabilityAnswer').implement({
  description: 'What a provider answered.',
  fields: (t) => ({
    kind: t.expose('kind', { type: builder.enumType('CapabilityAnswerKind', { values: answerKinds }) }),
    data: t.field({
      type: 'JSON',
      nullable: true,
      description: 'JSON, a text, or nothing; of binary data their type and size.',
      resolve: ({ data }) => data,
    }),
    cut: t.field({
      type: CutType,
      nullable: true,
      description: 'Null where nothing was left out.',
      resolve: (answer) => answer.cut,
    }),
    removedCount: t.int({
      description:
        'Texts of which something was removed that is or looks like a secret, as `[removed]` shows.',
      resolve: ({ removed }) => removed.count,
    }),
    removedPointers: t.stringList({
      description: 'Where, of the first 50.',
      resolve: ({ removed }) => removed.pointers,
    }),
    mismatches: t.stringList({
      description: 'Where the answer is not as its provider describes it, up to 20 times, in words.',
      resolve: ({ mismatches }) => mismatches,
    }),
    missingFields: t.stringList({
      description: 'Those of `fields` that lead to nothing in the answer.',
      resolve: ({ missing }) => missing ?? [],
    }),
    nextCursor: t.string({
      nullable: true,
      description:
        'For the rows that had no room, else for the next page of the provider’s own, by the same caller with the same capability, ' +
        'connection, arguments and fields, for 15 minutes. Null where there is nothing more, or nothing that the capability has an ' +
        'argument for.',
      resolve: ({ nextCursor }) => nextCursor ?? null,
    }),
  }),
});

builder.queryField('readCapability', (t) =>
  t.field({
    type: CapabilityAnswerType,
    nullable: true,
    description:
      'Reads from a provider what a selection stands for. `selection_stale` where it is too old or the capability is described in ' +
      'another way since; `invalid_cursor`; `validation_failed` by the capability’s own schema; `connection_unusable`, `provider_error`, ' +
      '`provider_timeout`, `provider_unavailable`, `vault_unavailable`. Needs `connections:use`.',
    args: { input: t.arg({ type: ReadCapabilityInput, required: true }) },
    authScopes: { can: 'connections:use' },
    complexity: 50,
    resolve: async (_root, { input }, ctx) => await readCapability(ctx, input),
  }),
);
