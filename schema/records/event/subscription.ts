import type { Event } from '../../../db/models/event.ts';
import { builder } from '../../kernel/builder.ts';
import type { Context } from '../../kernel/context.ts';
import { validationFailed } from '../../values/errors.ts';
import * as formats from '../../values/formats.ts';
import { cursorOf, positionAfter } from './cursor.ts';
import { namedBy } from './patterns.ts';
import { EventType } from './type.ts';

/** The fields of every subscription message, in addition to its subject. */
export const messageFields = (t: MessageFields) => ({
  cursor: t.string({
    description: 'Send it as `after` to continue without a gap or a repetition.',
    resolve: cursorOf,
  }),
  type: t.exposeString('type', { description: 'The event type, such as `approval.requested`.' }),
  occurredAt: t.expose('occurredAt', { type: 'DateTime' }),
});
type MessageFields = PothosSchemaTypes.ObjectFieldBuilder<
  typeof builder extends PothosSchemaTypes.SchemaBuilder<infer Types> ? Types : never,
  Event
>;

export const afterArg = {
  description:
    'The `cursor` of the last message, or `eventCursor`. Without it, the subscription starts now. ' +
    '`invalid_cursor` if the server no longer stores the events after it.',
} as const;

/** Returns the accepted events of the caller's workspace after the cursor, followed by future ones. */
export async function followEvents(
  ctx: Context,
  after: string | null | undefined,
  accepts: (event: Event) => boolean,
): Promise<AsyncIterable<Event>> {
  if (!ctx.workspaceId) throw new Error('Events were followed without a workspace.');
  return ctx.feed.follow(ctx.workspaceId, { after: await positionAfter(ctx, after), accepts });
}

const EventOccurredType = builder.objectRef<Event>('EventOccurred').implement({
  description: 'An event, sent as soon as it is committed.',
  fields: (t) => ({
    ...messageFields(t),
    event: t.field({ type: EventType, resolve: (event) => event }),
  }),
});

builder.subscriptionField('eventOccurred', (t) =>
  t.field({
    type: EventOccurredType,
    description: 'Every event of the workspace, in commit order. Needs `events:read`.',
    args: {
      types: t.arg.stringList({
        description: 'Only events of these types; `approval.*` matches all that begin with `approval.`.',
      }),
      after: t.arg.string(afterArg),
    },
    authScopes: { can: 'events:read' },
    subscribe: async (_root, { types, after }, ctx) => await followEvents(ctx, after, ofTypes(types)),
    resolve: (event) => event,
  }),
);

function ofTypes(patterns: readonly string[] | null | undefined): (event: Event) => boolean {
  if (!patterns) return () => true;
  assertPatterns(patterns);
  const isNamed = namedBy(patterns);
  return ({ type }) => isNamed(type);
}

// The validation plugin checks arguments at resolution, once per event, but not at subscription.
function assertPatterns(patterns: readonly string[]): void {
  const { error } = formats.eventPatterns.safeParse(patterns);
  if (!error) return;
  throw validationFailed(
    error.issues.map(({ path, message }) => ({
      pointer: `/types${path.map((part) => `/${String(part)}`).join('')}`,
      code: 'invalid',
      message,
    })),
  );
}
