import { z } from 'zod';
import type { Environment } from '../../../db/models/api-key.ts';
import { idPrefixes } from '../../values/id.ts';
import { dateOf, daysAfter } from '../../values/time.ts';
import { catalogue, type EventType } from './catalogue.ts';
import { messageOf, type Message } from './message.ts';

export interface SampleOptions {
  /** The id of an event that does not exist. */
  id: string;
  workspaceId: string;
  /** The environment, for data that has one. */
  environment: Environment;
  baseUrl: string;
  now: Date;
}

/**
 * Returns a sample message of an event type, deterministic for the same options. Its resources do not exist.
 */
export function sampleOf(
  type: EventType,
  { id, workspaceId, environment, baseUrl, now }: SampleOptions,
): Message {
  const { resource, data } = catalogue[type];
  const event = {
    id,
    type,
    workspaceId,
    position: 0,
    occurredAt: now,
    resource: { type: resource, id: idLike(resource), version: 1 },
    actor: { kind: 'MEMBER', id: idLike('member'), personId: null } as const,
    data: exampleOf(data, { name: '', within: resource, type, environment, now }) as Record<string, unknown>,
  };
  return { ...messageOf(event, baseUrl), isSample: true };
}

/** The place of a value in the data, with the values that it must agree with. */
interface Place {
  name: string;
  /** The name of the member that contains the enclosing object. */
  within: string;
  type: EventType;
  environment: Environment;
  now: Date;
}

function exampleOf(schema: z.core.$ZodType, place: Place): unknown {
  if (schema instanceof z.ZodObject)
    return Object.fromEntries(
      Object.entries(schema.shape).map(([name, part]) => [
        name,
        exampleOf(part, { ...place, name, within: place.name || place.within }),
      ]),
    );
  if (schema instanceof z.ZodNullable)
    return isTold(schema.unwrap(), place) ? exampleOf(schema.unwrap(), place) : null;
  if (schema instanceof z.ZodArray) return [exampleOf(schema.element, place)];
  if (schema instanceof z.ZodEnum) return chosenOf(schema.options, place);
  if (schema instanceof z.ZodNumber) return place.name === 'daysLeft' ? 7 : 1;
  if (schema instanceof z.ZodBoolean) return false;
  if (schema instanceof z.ZodString) return textOf(place);
  throw new Error(`No example of ${place.name} is known.`);
}

// Reasons and outcomes stay null, and so does the agent of a request.
function isTold(schema: z.core.$ZodType, { name }: Place): boolean {
  if (name === 'mcpCredentialId') return false;
  return schema instanceof z.ZodObject || /(?:Id|At|On|By|To)$/.test(name) || name in usual;
}

/**
 * Returns the value that the type names, such as REVOKED for `api_key.revoked`; otherwise the usual one, or
 * the first.
 */
function chosenOf(values: readonly unknown[], { name, type, environment }: Place): unknown {
  const named = type.split('.').at(-1)?.toUpperCase();
  const wanted = name === 'environment' ? [environment] : [named, usual[name]];
  return wanted.find((value) => values.includes(value)) ?? values[0];
}

function textOf({ name, within, now }: Place): string {
  if (/^(?:expiresAt|shredsAt)$/.test(name)) return daysAfter(now, 30).toISOString();
  if (name === 'reviewBy') return daysAfter(now, 365).toISOString();
  if (/(?:At|Since)$/.test(name)) return now.toISOString();
  if (name.endsWith('On')) return dateOf(daysAfter(now, 30));
  if (name === 'id') return idLike(within);
  const [, one] = /^(\w+)Ids?$/.exec(name) ?? [];
  if (one) return idLike(kinds[`${one}Id`] ?? one);
  if (/(?:By|To)$|^approvers$/.test(name)) return idLike('member');
  return usual[name] ?? 'text';
}

/** Members whose ids are of another kind than their name suggests. */
const kinds: Record<string, string> = {
  credentialId: 'mcpCredential',
  endpointId: 'webhookEndpoint',
  holderId: 'member',
  messageId: 'event',
  ownerId: 'member',
  productId: 'apiProduct',
  versionId: 'mcpServerVersion',
};

const usual: Record<string, string> = {
  redirectUris: 'http://127.0.0.1/callback',
  address: 'https://vault.example.com',
  argumentsDigest: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0bd822cd15d6c15b0f00a0',
  client: 'https://agent.example.com/client.json',
  clientName: 'Desk assistant',
  description: 'Takes payments.',
  digest: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0bd822cd15d6c15b0f00a0',
  email: 'ada@example.com',
  eventType: 'api_key.rotated',
  eventTypes: 'api_key.*',
  host: 'hooks.example.com',
  key: 'search_issues',
  label: '1.4.0',
  lastFour: 'q9Zd',
  mount: 'secret',
  operation: 'createOrder',
  name: 'Checkout',
  prefix: 'A1b2C3d4E5',
  previousRole: 'VIEWER',
  provider: 'github',
  seed: 'release-4',
  time: '2026-11-20T09:00:00.000Z',
  requestedProducts: 'sandbox',
  resource: 'https://sallyport.example.com/mcp',
  role: 'DEVELOPER',
  secretLastFour: 'q9Zd',
  secretPrefix: 'A1b2C3d4E5',
  slug: 'checkout',
  status: 'ACTIVE',
  subjectDigest: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0bd822cd15d6c15b0f00a0',
  summary: 'Checkout asks for production access.',
  type: 'application',
};

/** Returns an example id of a kind: `api_key`, `apiKey`, or a member that contains an object with an id. */
function idLike(kind: string): string {
  const name = kind.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
  const prefix = Object.entries(idPrefixes).find(([known]) => known === (nested[name] ?? name))?.[1];
  if (!prefix) throw new Error(`No ids of ${kind} are known.`);
  return `${prefix}_01kaf5m2jcexxt5s6f3yq4z8rd`;
}

const nested: Record<string, string> = {
  comment: 'approvalComment',
  import: 'connectorImport',
  subject: 'application',
  version: 'mcpServerVersion',
};
