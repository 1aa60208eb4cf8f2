import { describe, expect, it } from 'vitest';
import { catalogue, type EventType } from '../../../../schema/records/event/catalogue.ts';
import { jsonSchemaOfMessage, messageSchemaOf } from '../../../../schema/records/event/message-schema.ts';
import { messageOf } from '../../../../schema/records/event/message.ts';
import { sampleOf } from '../../../../schema/records/event/sample.ts';
import { kindOfId } from '../../../../schema/values/id.ts';
import { testApp } from '../../../support/app.ts';
import { compiled } from '../../../support/json-schema.ts';
import { applicationWithKey, cast } from '../../../support/people.ts';
import { eventsOf } from '../../../support/trail.ts';

const types = Object.keys(catalogue) as EventType[];
const options = {
  id: 'evt_01kaf5m2jcexxt5s6f3yq4z8rd',
  workspaceId: 'ws_01kaf5m2jcexxt5s6f3yq4z8rd',
  environment: 'SANDBOX',
  baseUrl: 'https://sallyport.example.com',
  now: new Date('2026-11-20T09:00:00.000Z'),
} as const;

/** Returns the texts in all members that are named like ids. */
function idsIn(value: unknown, name = ''): string[] {
  if (typeof value === 'string')
    return /(?:^id|Ids?|By)$/.test(name) && !/^\d{4}-/.test(value) ? [value] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, part]) => idsIn(part, Array.isArray(value) ? name : key));
}

describe.each(types)('the sample of %s', (type) => {
  const sample = sampleOf(type, options);

  it('matches our own schema and the JSON Schema', () => {
    expect(messageSchemaOf(type).parse(sample)).toEqual(sample);
    expect(compiled(jsonSchemaOfMessage(type))(sample)).toBe(true);
  });

  it('has an example for every field, and no placeholder', () => {
    expect(JSON.stringify(sample)).not.toContain('"text"');
  });

  it('is marked as a sample, and is the same each time', () => {
    expect(sample).toMatchObject({ type, isSample: true, isThin: false, sequence: 0 });
    expect(sampleOf(type, options)).toEqual(sample);
  });

  it('contains only ids of our form', () => {
    expect(idsIn(sample).filter((id) => kindOfId(id) === null)).toEqual([]);
  });
});

describe('a sample', () => {
  it.each([
    [
      'sandbox',
      'api_key.revoked',
      'SANDBOX',
      { environment: 'SANDBOX', data: { environment: 'SANDBOX', status: 'REVOKED' } },
    ],
    ['live', 'api_key.revoked', 'LIVE', { environment: 'LIVE', data: { environment: 'LIVE' } }],
    ['what both share', 'member.joined', 'LIVE', { environment: null, data: { role: 'DEVELOPER' } }],
  ] as const)('of %s is in the environment of its subject', (_of, type, environment, message) => {
    expect(sampleOf(type, { ...options, environment })).toMatchObject(message);
  });
});

describe('the schema of a message', () => {
  const schema = jsonSchemaOfMessage('api_key.rotated');
  const valid = compiled(schema);
  const sample = sampleOf('api_key.rotated', options);

  it('is of draft 2020-12, has no id, and contains nothing internal', () => {
    expect(schema).toMatchObject({ $schema: 'https://json-schema.org/draft/2020-12/schema' });
    expect(JSON.stringify(schema)).not.toMatch(/\$id|9007199254740991|~standard/);
  });

  it('accepts a thin message, and members that a later version adds', () => {
    expect(valid({ ...sample, data: null, isThin: true })).toBe(true);
    expect(valid({ ...sample, added: 1, data: { ...sample.data, added: 1 } })).toBe(true);
  });

  it.each([
    ['of another type', { type: 'api_key.revoked' }],
    ['about another resource', { resource: { ...sample.resource, type: 'member' } }],
    ['with data that lack something', { data: { name: 'ci' } }],
  ])('rejects a message %s', (_which, change) => {
    expect(valid({ ...sample, ...change })).toBe(false);
  });

  it('spec §6: accepts the messages of real events', async () => {
    const t = await testApp();
    const everyone = await cast(t);
    await applicationWithKey(t, everyone);
    const events = await eventsOf(t, everyone.workspaceId);

    const messages = events.map((event) => messageOf(event, options.baseUrl));

    expect(messages.length).toBeGreaterThan(3);
    for (const message of messages)
      expect(messageSchemaOf(message.type as EventType).parse(message)).toEqual(message);
  });
});

describe('the description of an event type', () => {
  it('is one whole sentence, and unique', () => {
    const sentences = Object.values(catalogue).map(({ meaning }) => meaning);

    expect(sentences.filter((sentence) => !/^[A-Z][^.]*[a-z]\.$/.test(sentence))).toEqual([]);
    expect(new Set(sentences).size).toBe(types.length);
  });
});
