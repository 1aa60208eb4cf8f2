import { createHash } from 'node:crypto';
import { inspect } from 'node:util';
import type { InjectOptions } from 'fastify';
import { Redis } from 'ioredis';
import { afterAll, vi } from 'vitest';
import { Mail } from '../../db/models/mail.ts';
import { sealName } from '../../schema/records/mail/rules.ts';
import type { Ports } from '../../schema/kernel/context.ts';
import { unsealJson } from '../../schema/kernel/sealed.ts';
import { createLog } from '../../server/log.ts';
import type { TestApp } from './app.ts';
import { textOfAll } from './contents.ts';
import type { Instance } from './instance.ts';
import { redisUrl } from './redis.ts';

// Only lower-case letters and digits, so that it is valid in host names, headers, codes and tokens.
const brood = 'canary0f5e1d7c3b9a';
const digits = 16;

/** Returns a secret that identifies where it was planted. `kind` separates a test's own secrets. */
export function canaryOf(what: string, kind = brood): string {
  return kind + createHash('sha256').update(what).digest('hex').slice(0, digits);
}

/** Simulates an unexpected bug of ours, with the secret in its error on purpose. */
export class Bug extends Error {
  override name = 'Bug';
  readonly request: unknown;

  constructor(request: unknown) {
    super('Something that nobody has thought of.');
    this.request = request;
  }
}

/**
 * Returns the canaries in a text: plain, in base64 at any offset, in hexadecimal digits, or percent-encoded.
 */
export function sightingsIn(text: string, kind = brood): string[] {
  return Array.from(text.matchAll(formsOf(kind)), ({ index }) => {
    const [line = ''] = text.slice(index, index + 120).split('\n', 1);
    return text.slice(Math.max(0, index - 80), index) + line;
  });
}

function formsOf(text: string): RegExp {
  const bytes = Buffer.from(text);
  const percent = Array.from(bytes, (byte) => `%${byte.toString(16)}`).join('');
  const anyCase = [text, bytes.toString('hex'), percent].map((form) =>
    form.replaceAll(/[a-z]/gi, (letter) => `[${letter.toLowerCase()}${letter.toUpperCase()}]`),
  );
  // A base64 group that also encodes other bytes is unknown.
  const encoded = [0, 1, 2].map((before) => {
    const all = Buffer.concat([Buffer.alloc(before), bytes, Buffer.alloc(2)]);
    const from = before === 0 ? 0 : 4;
    const whole = all.toString('base64').slice(from, Math.floor((before + bytes.length) / 3) * 4);
    return whole.replaceAll(/[+-]/g, '[+-]').replaceAll('/', '[/_]');
  });
  return new RegExp([...anyCase, ...encoded].join('|'), 'g');
}

type Sinks = Record<string, () => string | Promise<string>>;

/** Records everything that an app answers, logs and stores from here on, including Redis if there is one. */
export async function watch(t: TestApp, hasRedis: boolean): Promise<Sinks> {
  const answers = t.instances.map(overhearAnswers);
  const failures = t.instances.map(({ ports }) => overhear(ports));
  const written = overhearOutput();
  return {
    answers: () => answers.flat().join('\n'),
    failures: () => shown(failures),
    events: () => shown(t.events.filter(({ error }) => !(error instanceof Bug))),
    log: () => linesOf(t),
    output: () => written.join('\n'),
    database: async () => await textOfAll(t.ports.database),
    mails: async () => await mailsOf(t),
    ...(hasRedis && { redis: await listenToRedis() }),
  };
}

/** Returns the canaries that were found, each with its place. */
export async function sightings(sinks: Sinks, kind?: string): Promise<string[]> {
  const all = Object.entries(sinks).map(async ([sink, read]) =>
    sightingsIn(await read(), kind).map((excerpt) => `${sink}: ${excerpt}`),
  );
  return (await Promise.all(all)).flat();
}

function shown(value: unknown): string {
  return inspect(value, { depth: 20, showHidden: true, maxStringLength: null, maxArrayLength: null });
}

function overhearAnswers({ app }: Instance): string[] {
  const answers: string[] = [];
  const inject = app.inject.bind(app);
  const overheard = async (request: InjectOptions) => {
    const answer = await inject(request);
    answers.push(`${answer.statusCode} ${JSON.stringify(answer.headers)} ${answer.body}`);
    return answer;
  };
  Object.assign(app, { inject: overheard });
  return answers;
}

const outward = ['egress', 'jsonSchemas', 'keyValueVaults', 'oauth', 'remoteTools'] as const;

/** Records what the outward ports throw, since without bugs their causes appear in no answer and no log. */
function overhear(ports: Ports): unknown[] {
  const failures: unknown[] = [];
  const note = (error: unknown) => {
    failures.push(error);
    throw error;
  };
  const wrapped = <Port extends object>(port: Port) =>
    new Proxy(port, {
      get(target, name) {
        const member: unknown = Reflect.get(target, name);
        if (typeof member !== 'function') return member;
        return (...given: unknown[]) => {
          const result: unknown = Reflect.apply(member, target, given);
          return result instanceof Promise ? result.catch(note) : result;
        };
      },
    });
  for (const name of outward) Object.assign(ports, { [name]: wrapped(ports[name]) });
  return failures;
}

function overhearOutput(): string[] {
  const written: string[] = [];
  const keep = (...values: unknown[]) => void written.push(shown(values));
  const spies = (['debug', 'info', 'log', 'warn', 'error'] as const).map((name) =>
    vi.spyOn(console, name).mockImplementation(keep),
  );
  afterAll(() => spies.forEach((spy) => spy.mockRestore()));
  return written;
}

/** Returns the log lines that the product writes. */
function linesOf({ events }: TestApp): string {
  const lines: string[] = [];
  const stream = { write: (line: string) => void lines.push(line) };
  const log = createLog({ level: 'debug', stream, pretty: false });
  for (const event of events) log.error(event);
  return lines.join('');
}

async function mailsOf({ ports: { database, sealing } }: TestApp): Promise<string> {
  const rows = await Mail.query(database.knex).whereNotNull('sealed');
  const mails = rows.map(({ id, sealed }) => sealed && unsealJson(sealing, sealName(id), sealed));
  return JSON.stringify(mails);
}

/** Returns all keys and values in Redis's own dump format, and everything that is published meanwhile. */
async function listenToRedis(): Promise<Sinks[string]> {
  const [redis, inward] = [new Redis(redisUrl), new Redis(redisUrl)];
  const heard: string[] = [];
  inward.on('pmessage', (_pattern, channel: string, text: string) => void heard.push(`${channel} ${text}`));
  await inward.psubscribe('*');
  afterAll(() => [redis, inward].forEach((it) => it.disconnect()));
  return async () => {
    const kept: string[] = [];
    for await (const keys of redis.scanStream({ count: 1000 }))
      for (const key of keys as string[])
        kept.push(key, (await redis.dumpBuffer(key))?.toString('latin1') ?? '');
    return [...kept, ...heard].join('\n');
  };
}
