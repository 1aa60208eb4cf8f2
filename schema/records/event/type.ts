import type { Event, Resource } from '../../../db/models/event.ts';
import { nameDescription, nameOf, type Named } from '../audit/names.ts';
import { ActorType } from '../audit/type.ts';
import { builder } from '../../kernel/builder.ts';

const ResourceType = builder.objectRef<Resource & Named>('EventResource').implement({
  description: 'What an event is about, and which version of it.',
  fields: (t) => ({
    type: t.exposeString('type'),
    id: t.exposeID('id'),
    name: t.string({
      nullable: true,
      description: nameDescription,
      resolve: async (named, _args, ctx) => await nameOf(ctx, named),
    }),
    version: t.exposeInt('version', { description: 'The `rowVersion` that the event left behind.' }),
  }),
});

export const EventType = builder.objectRef<Event>('Event').implement({
  description: 'Something that happened in the workspace. Events are never changed.',
  fields: (t) => ({
    id: t.exposeID('id'),
    type: t.exposeString('type', { description: 'Such as `api_key.rotated`.' }),
    position: t.exposeInt('position', {
      description: 'Counts the workspace’s events from 1, without gaps and in commit order.',
    }),
    occurredAt: t.expose('occurredAt', { type: 'DateTime' }),
    resource: t.field({
      type: ResourceType,
      resolve: ({ resource, workspaceId }) => ({ ...resource, workspaceId }),
    }),
    actor: t.field({ type: ActorType, resolve: ({ actor, workspaceId }) => ({ ...actor, workspaceId }) }),
    data: t.expose('data', {
      type: 'JSON',
      description: 'What the resource was then; its shape goes with the type.',
    }),
  }),
});
