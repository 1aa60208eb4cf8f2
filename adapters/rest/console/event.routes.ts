import { z } from 'zod';
import * as documents from '../../documents.generated.ts';
import { pageArgs, pageReply } from '../../http/page.ts';
import { route } from '../route.ts';
import { listOf, listQuery } from '../../http/shapes/common.ts';
import { Event, EventType, EventTypeDetail } from '../../http/shapes/event.ts';

const tag = 'Events';
const eventTypes = '/api/console/webhooks/event-types';
const ofTypes = listQuery.extend({
  types: z.string().max(1000).optional().meta({
    description:
      'Only these types, separated by commas; `approval.*` matches all that begin with `approval.`.',
  }),
});

export const eventRoutes = [
  route('GET', '/api/console/events', documents.EventsDocument, {
    credential: 'session',
    tag,
    operationId: 'listEvents',
    summary: 'List the events, in commit order',
    query: ofTypes,
    answer: listOf(Event),
    variables: ({ query: { types, ...page } }) => ({ ...pageArgs(page), types: types?.split(',') ?? null }),
    reply: pageReply,
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
    query: ofTypes,
    answer: listOf(EventType),
    variables: ({ query: { types, ...page } }) => ({ ...pageArgs(page), types: types?.split(',') ?? null }),
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
