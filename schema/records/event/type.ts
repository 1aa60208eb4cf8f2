import type { Event, Resource } from '../../../db/models/event.ts';
import { nameDescription, nameOf, type Named } from '../audit/names.ts';
import { ActorType } from '../audit/type.ts';
import { builder } from '../../kernel/builder.ts';

const ResourceType = builder.objectRef<Resource & Named>('EventResource').implement({
  description: 'The subject of an event, and its version.',
  fields: (t) => ({
    type: t.exposeString('type'),
    id: t.exposeID('id'),
    name: t.string({
      nullable: true,
      description: nameDescription,
      resolve: async (named, _args, ctx) => await nameOf(ctx, named),
    }),
    version: t.exposeInt('version', { description: 'The subject’s `rowVersion` after the event.' }),
  }),
});

export const EventType = builder.objectRef<Event>('Event').implement({
  description: 'A change in the workspace. Events never change.',
  fields: (t) => ({
    id: t.exposeID('id'),
    type: t.exposeString('type', { description: 'The event type, such as `api_key.rotated`.' }),
    position: t.exposeInt('position', {
      description: 'Numbers the workspace’s events from 1, without gaps and in commit order.',
    }),
    occurredAt: t.expose('occurredAt', { type: 'DateTime' }),
    resource: t.field({
      type: ResourceType,
      resolve: ({ resource, workspaceId }) => ({ ...resource, workspaceId }),
    }),
    actor: t.field({ type: ActorType, resolve: ({ actor, workspaceId }) => ({ ...actor, workspaceId }) }),
    data: t.expose('data', {
      type: 'JSON',
      description: 'The resource at that time; the event type determines its shape.',
    }),
  }),
});
