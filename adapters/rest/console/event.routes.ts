import { z } from 'zod';
import * as documents from '../../documents.generated.ts';
import { countedArgs, pageArgs, pageReply } from '../../http/page.ts';
import { route } from '../route.ts';
import { Exported, exportQuery } from '../send-export.ts';
import { countedListOf, countedQuery, forwardQuery, listOf } from '../../http/shapes/common.ts';
import { Event, EventType, EventTypeDetail } from '../../http/shapes/event.ts';

const tag = 'Events';
const eventTypes = '/api/console/webhooks/event-types';
const types = {
  types: z.string().max(1000).optional().meta({
    description:
      'Only these types, separated by commas; `approval.*` matches all that begin with `approval.`.',
  }),
};

export const eventRoutes = [
  route('GET', '/api/console/events', documents.EventsDocument, {
    credential: 'session',
    tag,
    summary: 'List the events, in commit order',
    query: countedQuery.extend(types),
    answer: countedListOf(Event),
    variables: ({ query: { types: given, ...page } }) => ({
      ...countedArgs(page),
      types: given?.split(',') ?? null,
    }),
    reply: pageReply,
  }),
  route('GET', '/api/console/events/export', documents.EventsDocument, {
    credential: 'session',
    tag,
    operationId: 'exportEvents',
    summary: 'Export the events that the server stores',
    query: exportQuery.extend(types),
    answer: Exported,
    exported: {
      list: 'events',
      columns: [
        'position',
        'id',
        'occurredAt',
        'type',
        'resource.type',
        'resource.id',
        'resource.name',
        'resource.version',
        'actor.kind',
        'actor.id',
        'actor.personId',
        'actor.name',
        'data',
      ],
    },
    variables: ({ query }) => ({ types: query.types?.split(',') ?? null }),
    reply: () => '',
    errors: ['limit_reached'],
  }),
  route('GET', '/api/console/events/:id', documents.EventDocument, {
    credential: 'session',
    tag,
    summary: 'Read an event',
    params: z.object({ id: z.string() }),
    answer: Event,
    variables: ({ params }) => params,
    reply: (event) => event,
  }),
  route('GET', eventTypes, documents.EventTypesDocument, {
    credential: 'session',
    tag,
    summary: 'List the types of events, by name',
    query: forwardQuery.extend(types),
    answer: listOf(EventType),
    variables: ({ query: { types: given, ...page } }) => ({
      ...pageArgs(page),
      types: given?.split(',') ?? null,
    }),
    reply: pageReply,
  }),
  route('GET', `${eventTypes}/:type`, documents.EventTypeDocument, {
    credential: 'session',
    tag,
    summary: 'Read a type of event, with the schema of its message and a sample',
    params: z.object({ type: z.string() }),
    answer: EventTypeDetail,
    variables: ({ params }) => params,
    reply: (eventType) => eventType,
  }),
];
