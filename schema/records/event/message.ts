import { z } from 'zod';
import { environments } from '../../../db/models/api-key.ts';
import { actorKinds } from '../../../db/models/audit.ts';
import type { Event } from '../../../db/models/event.ts';
import { environmentOf } from './about.ts';

/** The version of the message’s form. Within it members are only added. */
const apiVersion = '2026-11-20';

/** What a receiver has to be ready to take, in bytes of UTF-8. */
const maxBodyBytes = 64 * 1024;

/** What a webhook delivers about an event, in the order of its members. */
export const envelope = z.object({
  id: z.string().meta({ description: 'The event, and the `webhook-id`: the same for each attempt.' }),
  type: z.string().meta({ description: 'What happened, such as `api_key.rotated`.' }),
  apiVersion: z.literal(apiVersion).meta({ description: 'Of this form, in which members are only added.' }),
  timestamp: z.string().meta({ format: 'date-time', description: 'When it happened.' }),
  workspaceId: z.string(),
  environment: z.enum(environments).nullable().meta({
    description: 'Of what it is about; null of what both environments share.',
  }),
  sequence: z
    .int()
    .min(0)
    .meta({
      description:
        'The event’s position, which counts every event of the workspace: of two messages about one resource the one ' +
        'with the greater is the later, in whatever order they come. A gap says nothing, since not everything is sent ' +
        'everywhere. 0 of a sample.',
    }),
  resource: z.object({
    type: z.string(),
    id: z.string(),
    version: z.int().meta({ description: 'Of the resource, as the event left it behind.' }),
  }),
  // The person behind a member stays inside.
  actor: z.object({
    kind: z.enum(actorKinds),
    id: z.string().nullable().meta({ description: 'The id of the member, person or key.' }),
  }),
  data: z
    .record(z.string(), z.unknown())
    .nullable()
    .meta({ description: 'What the resource was then; null of a thin message.' }),
  isThin: z.boolean().meta({
    description:
      'Whether `data` was left out, since there would be more than 64 KiB. Read them at `links.event`.',
  }),
  isSample: z
    .boolean()
    .meta({ description: 'Whether it was made up to try a receiver; nothing has happened.' }),
  links: z.object({
    event: z
      .string()
      .meta({ format: 'uri', description: 'The event itself, for who has a session. None of a sample.' }),
  }),
});

export type Message = z.output<typeof envelope>;

export type Told = Pick<
  Event,
  'id' | 'type' | 'occurredAt' | 'workspaceId' | 'position' | 'resource' | 'actor' | 'data'
>;

/** The message about an event, thin where its body would have more than 64 KiB. */
export function messageOf(event: Told, baseUrl: string): Message {
  const whole = wholeOf(event, baseUrl);
  return Buffer.byteLength(bodyOf(whole)) > maxBodyBytes ? { ...whole, data: null, isThin: true } : whole;
}

/** The body as it is signed and sent. `jsonb` keeps members in an order of its own, so each attempt has the same bytes. */
export function bodyOf(message: Message): string {
  return JSON.stringify(message);
}

function wholeOf(event: Told, baseUrl: string): Message {
  const { id, type, occurredAt, workspaceId, position, data } = event;
  const { resource, actor } = event;
  return {
    id,
    type,
    apiVersion,
    timestamp: occurredAt.toISOString(),
    workspaceId,
    environment: environmentOf(event),
    sequence: position,
    resource: { type: resource.type, id: resource.id, version: resource.version },
    actor: { kind: actor.kind, id: actor.id },
    data,
    isThin: false,
    isSample: false,
    links: { event: `${baseUrl}/api/console/events/${id}` },
  };
}
