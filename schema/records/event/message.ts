import { z } from 'zod';
import { environments } from '../../../db/models/api-key.ts';
import { actorKinds } from '../../../db/models/audit.ts';
import type { Event } from '../../../db/models/event.ts';
import { environmentOf } from './about.ts';

/** The version of the message format. Changes within a version only add members. */
const apiVersion = '2026-11-20';

/** The longest body that receivers must accept, in bytes of UTF-8. */
const maxBodyBytes = 64 * 1024;

/** The message that webhooks deliver about an event, with members in this order. */
export const envelope = z.object({
  id: z
    .string()
    .meta({ description: 'The event’s id, sent as `webhook-id`. It is the same for each attempt.' }),
  type: z.string().meta({ description: 'The event type, such as `api_key.rotated`.' }),
  apiVersion: z
    .literal(apiVersion)
    .meta({ description: 'The version of this format. Each version only adds members.' }),
  timestamp: z.string().meta({ format: 'date-time', description: 'When the event happened.' }),
  workspaceId: z.string(),
  environment: z.enum(environments).nullable().meta({
    description: 'The environment of the resource. Null if both environments share it.',
  }),
  sequence: z
    .int()
    .min(0)
    .meta({
      description:
        'The event’s position among all events of the workspace. Of two messages about one resource, the greater ' +
        'sequence is the later, in whatever order they arrive. Gaps are normal, since no endpoint receives every ' +
        'event. 0 for a sample.',
    }),
  resource: z.object({
    type: z.string(),
    id: z.string(),
    version: z.int().meta({ description: 'The version of the resource after the event.' }),
  }),
  // Without the `personId` of a member, which stays internal.
  actor: z.object({
    kind: z.enum(actorKinds),
    id: z.string().nullable().meta({ description: 'The id of the member, person or key.' }),
  }),
  data: z
    .record(z.string(), z.unknown())
    .nullable()
    .meta({ description: 'The resource at that time. Null in a thin message.' }),
  isThin: z.boolean().meta({
    description:
      'Whether `data` was left out because the message would exceed 64 KiB. Read it at `links.event`.',
  }),
  isSample: z
    .boolean()
    .meta({ description: 'Whether the message is made up to test a receiver. No event happened.' }),
  links: z.object({
    event: z.string().meta({
      format: 'uri',
      description: 'The event in the API, which needs a session. Missing in a sample.',
    }),
  }),
});

export type Message = z.output<typeof envelope>;

export type Told = Pick<
  Event,
  'id' | 'type' | 'occurredAt' | 'workspaceId' | 'position' | 'resource' | 'actor' | 'data'
>;

/** Returns the message about an event; thin if its body would exceed 64 KiB. */
export function messageOf(event: Told, baseUrl: string): Message {
  const whole = wholeOf(event, baseUrl);
  return Buffer.byteLength(bodyOf(whole)) > maxBodyBytes ? { ...whole, data: null, isThin: true } : whole;
}

/**
 * Returns the body to sign and send. `jsonb` stores members in a fixed order, so each attempt has the same
 * bytes.
 */
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
