import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bodyOf } from '../../schema/records/event/message.ts';
import { sampleOf } from '../../schema/records/event/sample.ts';
import { mintSecret } from '../../schema/values/secret.ts';
import { signatureOf, timestampOf } from '../../schema/deliver/webhook-delivery/sign.ts';
import { count } from '../support/count.ts';
import { testDatabase } from '../support/database.ts';
import { seed } from '../support/seed.ts';
import { code, recipes } from './languages.ts';
import { answersTo, folderWith, freePort, isInstalled, posted, started, stop } from './recipes.ts';

const database = await testDatabase();
const [secret, next, stranger] = ['whsec_live', 'whsec_live', 'whsec_live'].map(
  (kind) => mintSecret(kind as 'whsec_live').text,
) as [string, string, string];

interface Case {
  secrets: string[];
  headers: Record<string, string>;
  /** Encoded in base64. */
  body: string;
}

const secondsFromNow = (seconds: number) => new Date(Date.now() + seconds * 1000);

function signed(
  body: string,
  { id = 'evt_1', at = secondsFromNow(0), by = [secret] as [string, ...string[]] } = {},
) {
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestampOf(at)),
    'webhook-signature': signatureOf({ id, at, body }, by),
  };
}

const cased = (headers: Record<string, string>, body: string, secrets = [secret]): Case => ({
  secrets,
  headers,
  body: Buffer.from(body).toString('base64'),
});

/** Deliveries that a recipe must accept: any text, any recent time, one secret or both. */
function good(bodies: readonly string[]): Case[] {
  return bodies.map((body, turn) => {
    const by: [string, ...string[]] = turn % 3 === 0 ? [next, secret] : [secret];
    const headers = signed(body, { id: `evt_${turn}`, at: secondsFromNow((turn % 400) - 200), by });
    return cased(headers, body, turn % 2 === 0 ? [secret] : [next, secret]);
  });
}

/** Ways to break a delivery. A recipe must reject each of them. */
const faults: ((body: string, turn: number) => Case)[] = [
  (body) => cased(signed(body), `${body} `),
  (body) => cased(signed(body), body.replace('𝄞', '𝄢')),
  (body) => cased(signed(body), body, [next]),
  (body) => cased(signed(body, { by: [stranger] }), body),
  (body, turn) => cased(signed(body, { at: secondsFromNow(-310 - turn) }), body),
  (body, turn) => cased(signed(body, { at: secondsFromNow(400 + turn) }), body),
  (body) => cased({ ...signed(body), 'webhook-id': 'evt_2' }, body),
  (body) => cased({ ...signed(body), 'webhook-timestamp': 'today' }, body),
  (body) => cased({ ...signed(body), 'webhook-signature': 'v1,' }, body),
  (body) =>
    cased({ ...signed(body), 'webhook-signature': signed(body)['webhook-signature'].slice(0, -1) }, body),
  (body) => {
    const { 'webhook-signature': _, ...headers } = signed(body);
    return cased(headers, body);
  },
  (body) => {
    const { 'webhook-timestamp': _, ...headers } = signed(body);
    return cased(headers, body);
  },
];

describe.each(recipes)('the recipe for $language', ({ asked, files, harness, verifying, receiving }) => {
  const isThere = isInstalled(...asked);
  const whyNot = `${asked[0]} is not installed on this machine, so its recipe is not run.`;
  if (!isThere) console.info(whyNot);

  it('spec §6: accepts every signed delivery, and rejects one that is changed, too old or signed with another secret', async ({
    skip,
  }) => {
    skip(!isThere, whyNot);
    const texts = fc.sample(fc.json({ stringUnit: 'binary' }), { numRuns: count(10_000), seed: seed() });
    const bodies = texts.map((text) => `{"id":"evt_1","text":"𝄞","data":${text}}`);
    const right = good(bodies);
    const wrong = bodies.flatMap((body, turn) => faults[turn % faults.length]?.(body, turn) ?? []);
    const lines = [...right, ...wrong].map((each) => JSON.stringify(each));
    const [name, text] = harness;

    const answers = await answersTo(started(verifying, folderWith({ ...files, [name]: text })), lines);

    expect(answers).toHaveLength(2 * bodies.length);
    expect(answers.slice(0, right.length).filter((answer) => answer !== 'true')).toEqual([]);
    expect(answers.slice(right.length).filter((answer) => answer !== 'false')).toEqual([]);
  });

  it('spec §6: answers 204 to a delivery that it stores, and 400 to one that it rejects', async ({
    skip,
  }) => {
    skip(!isThere, whyNot);
    const port = await freePort();
    const listening = Object.entries(files).map(([name, text]) => [name, text.replace('8080', String(port))]);
    const options = {
      workspaceId: 'ws_1',
      environment: 'LIVE',
      baseUrl: 'https://sallyport.example.com',
    } as const;
    const message = sampleOf('api_key.rotated', { ...options, id: 'evt_7', now: secondsFromNow(0) });
    const body = bodyOf(message);
    const headers = signed(body, { id: message.id });
    const program = started(receiving, folderWith(Object.fromEntries(listening)), {
      WEBHOOK_SECRETS: `${next},${secret}`,
    });

    const statuses = [
      await posted(program, port, headers, body),
      await posted(program, port, headers, `${body} `),
      await posted(program, port, {}, body),
    ];
    await stop(program);

    expect(statuses).toEqual([204, 400, 400]);
    expect(program.output()).toBe('evt_7');
  });
});

describe('the tables of the recipe', () => {
  it('spec §6: store each message once and the latest state of each resource, in any order of arrival', async () => {
    const trx = await database.knex.transaction();
    await trx.raw(code('tables.sql'));

    for (const id of ['evt_1', 'evt_2', 'evt_1']) await trx.raw(code('keep.sql'), { id, body: '{}' });
    for (const sequence of [3, 9, 7])
      await trx.raw(code('know.sql'), { resource: 'key_1', sequence, data: JSON.stringify({ sequence }) });

    expect(await trx('message').orderBy('id').pluck('id')).toEqual(['evt_1', 'evt_2']);
    expect(await trx('known').pluck('data')).toEqual([{ sequence: 9 }]);
    await trx.rollback();
  });
});
