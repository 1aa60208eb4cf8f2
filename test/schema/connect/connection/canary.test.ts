import { Redis } from 'ioredis';
import { describe, expect, it } from 'vitest';
import { testApp } from '../../../support/app.ts';
import { canaryOf, sightings, sightingsIn, watch } from '../../../support/canary.ts';
import { redisUrl, whyNoRedis } from '../../../support/redis.ts';
import { documents } from './canary.documents.ts';
import { grants } from './canary.grants.ts';
import { prerequisitesOf, planted, plantFor } from './canary.world.ts';
import { hosts } from './canary.hosts.ts';
import { reads } from './canary.reads.ts';
import { tools } from './canary.tools.ts';
import { vaults } from './canary.vaults.ts';
import { writes } from './canary.writes.ts';
import { quarter } from '../../../support/count.ts';

const whyNot = await whyNoRedis();
const t = await testApp(
  {
    EGRESS_ALLOWED_HOSTS: '127.0.0.1',
    ACCESS_TOKEN_TTL_SECONDS: '3600',
    ...(whyNot === undefined && { REDIS_URL: redisUrl }),
  },
  { hasReaders: true },
);
const sinks = await watch(t, whyNot === undefined);
const ground = await prerequisitesOf(t);
const known = new Set<string>();

/** Returns the sightings that no earlier search found, each with the point of its canary. */
async function newSightings(): Promise<string[]> {
  const fresh = (await sightings(sinks)).filter((sighting) => !known.has(sighting));
  for (const sighting of fresh) known.add(sighting);
  return fresh.map(
    (sighting) => `${[...planted].find(([canary]) => sighting.includes(canary))?.[1]}: ${sighting}`,
  );
}

async function tellRedis(text: string): Promise<void> {
  const redis = new Redis(redisUrl);
  await redis.set(`sallyport:test:${text}`, text, 'EX', 60);
  redis.disconnect();
}

const points = [...documents, ...writes, ...vaults, ...reads, ...hosts, ...tools, ...grants];
/** A search reads all tables and Redis, so one follows each group. */
const pointsPerLook = 15;
const groups = Array.from({ length: Math.ceil(points.length / pointsPerLook) }, (_, at) =>
  points.slice(at * pointsPerLook, (at + 1) * pointsPerLook),
);

describe('the search for canaries', () => {
  const kind = 'finch7b2a9e4d';
  const finch = canaryOf('of the test', kind);

  it('finds a canary in each place that emitted, logged or stored it', async () => {
    t.ports.log.info({ event: 'of_the_test', note: finch });
    console.log(finch);
    const headers = { [`proxy-${finch}`]: 'is told of, since it is none to set' };
    const bounds = { timeoutMs: 5_000, maxBytes: 1 };
    const request = { method: 'GET', url: new URL('http://127.0.0.1:1'), headers, bounds };
    await t.ports.egress.send(request).catch(() => {});
    await ground.send('POST', '/api/console/projects', { name: finch });
    const invitation = { email: `${finch}@example.com`, role: 'DEVELOPER' };
    await ground.send('POST', '/api/console/invitations', invitation);
    if (whyNot === undefined) await tellRedis(finch);

    const places = (await sightings(sinks, kind)).map((sighting) => /^\w+/.exec(sighting)?.[0]);
    expect(new Set(places)).toEqual(new Set(Object.keys(sinks)));
  });

  it.each([
    ['as it is', finch],
    ['in capitals', finch.toUpperCase()],
    ['in base64', Buffer.from(finch).toString('base64')],
    ['in base64 behind one byte', Buffer.from(`x${finch}`).toString('base64')],
    ['in base64 behind two bytes', Buffer.from(`xy${finch}`).toString('base64url')],
    ['in hexadecimal digits', Buffer.from(`x${finch}`).toString('hex')],
    ['percent-encoded', Array.from(Buffer.from(finch), (byte) => `%${byte.toString(16)}`).join('')],
  ])('finds it %s', (_how, text) => {
    expect(sightingsIn(`before ${text} after`, kind)).toHaveLength(1);
    expect(sightingsIn(`before ${text} after`)).toEqual([]);
  });

  it('covers Redis, too', ({ skip }) => {
    if (whyNot !== undefined) skip(whyNot);
    expect(Object.keys(sinks)).toContain('redis');
  });
});

describe('a canary secret appears in no log, error, answer, event, database table or Redis key', () => {
  describe.each(quarter(groups.map((group, at) => [at + 1, group] as const)))('group %i', (_at, group) => {
    it.each(group)('planted in %s', async (name, ends, fail) => {
      expect(await fail(ground, plantFor(name))).toBe(ends);
    });

    it('after the whole group', async () => {
      expect(await newSightings()).toEqual([]);
    });
  });

  it('nor in later reads of the events, the audit log and the lists', async () => {
    const paths = [
      '/events',
      '/audit',
      '/connect/connections',
      '/connect/credential-references',
      '/connect/vaults',
    ];
    for (const path of paths)
      expect(await ground.send('GET', `/api/console${path}?limit=100`)).toMatchObject({ status: 200 });
    await t.rest('GET', '/openapi.json');

    expect(points.length).toBeGreaterThanOrEqual(20);
    expect(await newSightings()).toEqual([]);
  });
});
