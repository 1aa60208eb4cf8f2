import { builder } from '../../kernel/builder.ts';
import { refuse } from '../../values/errors.ts';
import * as formats from '../../values/formats.ts';
import { namesPage, pageCost } from '../../kernel/page.ts';
import { catalogue, type EventType } from './catalogue.ts';
import { jsonSchemaOfMessage } from './message-schema.ts';
import { namedBy } from './patterns.ts';
import { sampleOf } from './sample.ts';

const types = Object.keys(catalogue) as EventType[];
const form = /^[a-z_]{1,80}(?:\.[a-z_]{1,80}){1,5}$/;
/** No event has this id. */
const sampleId = 'evt_00000000000000000000000000';

const EventTypeType = builder.objectRef<EventType>('EventType').implement({
  description: 'A type of event: its meaning, and the message that a webhook delivers.',
  fields: (t) => ({
    type: t.string({ description: 'Its name, such as `api_key.rotated`.', resolve: (type) => type }),
    resource: t.string({
      description: 'The kind of its subject, such as `api_key`.',
      resolve: (type) => catalogue[type].resource,
    }),
    description: t.string({
      description: 'Its meaning, in a sentence.',
      resolve: (type) => catalogue[type].meaning,
    }),
    schema: t.field({
      type: 'JSON',
      description: 'The JSON Schema (2020-12) of the message. It allows members that a later version adds.',
      resolve: (type) => jsonSchemaOfMessage(type),
    }),
    sample: t.field({
      type: 'JSON',
      description: 'A made-up message of this type: `isSample` is true, and its resources do not exist.',
      resolve: (type, _args, { workspaceId, settings: { baseUrl }, clock }) =>
        sampleOf(type, {
          id: sampleId,
          workspaceId: workspaceId ?? '',
          environment: 'SANDBOX',
          baseUrl,
          now: clock.now(),
        }),
    }),
  }),
});

builder.queryField('eventTypes', (t) =>
  t.connection({
    type: EventTypeType,
    nullable: true,
    description: 'The event types, by name. Needs `events:read`.',
    args: {
      types: t.arg.stringList({
        validate: formats.eventPatterns,
        description: 'Only these types; `approval.*` matches all that begin with `approval.`.',
      }),
    },
    authScopes: { can: 'events:read' },
    complexity: pageCost,
    resolve: async (_root, { types: patterns, ...args }) =>
      await namesPage(patterns ? types.filter(namedBy(patterns)) : types, args, form),
  }),
);

builder.queryField('eventType', (t) =>
  t.field({
    type: EventTypeType,
    nullable: true,
    description: 'One type of event. Needs `events:read`.',
    args: { type: t.arg.string({ required: true }) },
    authScopes: { can: 'events:read' },
    resolve: (_root, { type }) => {
      const known = types.find((name) => name === type);
      if (known) return known;
      throw refuse('not_found', 'No event type has this name. `eventTypes` lists all.');
    },
  }),
);
