import { describe, expect, it } from 'vitest';
import { applicationIdOf, connectionIdOf, environmentOf } from '../../../../schema/records/event/about.ts';
import { bodyOf, messageOf, type Told } from '../../../../schema/records/event/message.ts';

const baseUrl = 'https://sallyport.example.com';
const maxBodyBytes = 65_536;
const event: Told = {
  id: 'evt_01kaf5m2jcexxt5s6f3yq4z8rd',
  workspaceId: 'ws_01kaf5m2jcexxt5s6f3yq4z8rd',
  position: 7,
  type: 'api_key.rotated',
  occurredAt: new Date('2026-11-20T09:00:00.000Z'),
  resource: { type: 'api_key', id: 'key_01kaf5m2jcexxt5s6f3yq4z8rd', version: 2 },
  actor: { kind: 'MEMBER', id: 'mem_01kaf5m2jcexxt5s6f3yq4z8rd', personId: 'per_01kaf5m2jcexxt5s6f3yq4z8rd' },
  data: { applicationId: 'app_01kaf5m2jcexxt5s6f3yq4z8rd', environment: 'SANDBOX', name: 'ci 𝄞' },
};

/** Returns the event with a body of this many bytes, in characters of four bytes. */
function filledTo(bytes: number): Told {
  const missing = bytes - Buffer.byteLength(bodyOf(messageOf({ ...event, data: { text: '' } }, baseUrl)));
  const text = '𝄞'.repeat(Math.floor(missing / 4)) + 'a'.repeat(missing % 4);
  return { ...event, data: { text } };
}

describe('the message about an event', () => {
  it('spec §6: has these members in this order, and names no person', () => {
    expect(bodyOf(messageOf(event, baseUrl))).toBe(
      '{"id":"evt_01kaf5m2jcexxt5s6f3yq4z8rd","type":"api_key.rotated","apiVersion":"2026-11-20",' +
        '"timestamp":"2026-11-20T09:00:00.000Z","workspaceId":"ws_01kaf5m2jcexxt5s6f3yq4z8rd",' +
        '"environment":"SANDBOX","sequence":7,' +
        '"resource":{"type":"api_key","id":"key_01kaf5m2jcexxt5s6f3yq4z8rd","version":2},' +
        '"actor":{"kind":"MEMBER","id":"mem_01kaf5m2jcexxt5s6f3yq4z8rd"},' +
        '"data":{"applicationId":"app_01kaf5m2jcexxt5s6f3yq4z8rd","environment":"SANDBOX","name":"ci 𝄞"},' +
        '"isThin":false,"isSample":false,' +
        '"links":{"event":"https://sallyport.example.com/api/console/events/evt_01kaf5m2jcexxt5s6f3yq4z8rd"}}',
    );
  });

  it('spec §6: is complete up to 64 KiB of UTF-8', () => {
    const largest = filledTo(maxBodyBytes);

    const message = messageOf(largest, baseUrl);

    expect(Buffer.byteLength(bodyOf(message))).toBe(maxBodyBytes);
    expect(message).toMatchObject({ isThin: false, data: largest.data });
  });

  it('spec §6: is thin if it is larger, and links to its data', () => {
    const message = messageOf(filledTo(maxBodyBytes + 1), baseUrl);

    expect(message).toEqual({ ...messageOf(event, baseUrl), data: null, isThin: true, environment: null });
    expect(Object.keys(message)).toEqual(Object.keys(messageOf(event, baseUrl)));
  });
});

describe('the subject of an event', () => {
  it.each([
    ['a key, by its own', { data: { environment: 'SANDBOX' } }, 'SANDBOX'],
    ['a live key', { data: { environment: 'LIVE' } }, 'LIVE'],
    [
      'production access, since live keys stand on it',
      { type: 'application.production_access.approved', data: {} },
      'LIVE',
    ],
    ['what both share', { type: 'member.joined', data: { role: 'OWNER' } }, null],
    ['a word that is no environment', { data: { environment: 'TEST' } }, null],
  ])('spec §6: is in the environment of %s', (_what, about, environment) => {
    expect(environmentOf({ ...event, ...about })).toBe(environment);
  });

  it('is an application or connection itself, or the one that its data name, or none', () => {
    const application = { ...event, resource: { type: 'application', id: 'app_1', version: 1 } };
    const grant = { ...event, data: { connectionId: 'conn_2' } };
    const connection = { ...grant, resource: { type: 'connection', id: 'conn_1', version: 1 } };

    expect([application, event, grant].map(applicationIdOf)).toEqual([
      'app_1',
      event.data['applicationId'],
      null,
    ]);
    expect([connection, grant, event].map(connectionIdOf)).toEqual(['conn_1', 'conn_2', null]);
  });
});
