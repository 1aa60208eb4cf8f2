import { createHash, randomBytes } from 'node:crypto';
import type { OutgoingHttpHeaders } from 'node:http';
import type { FastifyInstance, HTTPMethods, InjectOptions, LightMyRequestResponse } from 'fastify';
import type { Knex } from 'knex';
import { expect, inject as provided } from 'vitest';
import type { LogEvent } from '../../schema/kernel/ports/log.ts';
import type { Passwords } from '../../schema/kernel/ports/passwords.ts';
import type { Config } from '../../server/config/config.ts';
import type { Secrets } from '../../server/config/secrets.ts';
import type { ServerPorts } from '../../server/ports.ts';
import { atEnd } from './at-end.ts';
import { TestClock } from './clock.ts';
import { isSoak } from './count.ts';
import { testDatabase } from './database.ts';
import { cheapPasswords, openInstance, testConfig, type Instance, type Over } from './instance.ts';
import { redisUrl } from './redis.ts';
import { openBeside, openShared } from './together.ts';
import { rewriteMacs } from './row-macs.ts';
import { seed } from './seed.ts';

export interface Answer {
  status: number;
  headers: OutgoingHttpHeaders;
  body: ReturnType<typeof JSON.parse>;
}

export interface Request {
  /** A session's access token or a key. */
  as?: string | { token: string } | undefined;
  workspace?: string | undefined;
  body?: unknown;
  headers?: Record<string, string>;
}

export interface TestApp {
  /** The app of the first instance. */
  app: FastifyInstance;
  ports: ServerPorts;
  /** All instances. */
  instances: readonly Instance[];
  config: Config;
  secrets: Secrets;
  clock: TestClock;
  /** The log events of all instances. */
  events: LogEvent[];
  /** Sends a request to the next instance in rotation. */
  inject(request: InjectOptions): Promise<LightMyRequestResponse>;
  /** Sends a request to a documented path. */
  rest(method: HTTPMethods, path: string, request?: Request): Promise<Answer>;
  /** Writes the gathered key uses of each instance, like the job. */
  writeKeyUse(): Promise<void>;
  /** Reads the changes on each instance; its cached data then stays until another change. */
  look(): Promise<void>;
  /** Changes rows outside of commands, and drops all cached data. */
  unrecorded<T>(change: (knex: Knex) => PromiseLike<T>): Promise<T>;
  /** Returns the statements that the work sends to the database, without those that check cached data. */
  statementsOf(work: () => Promise<unknown>): Promise<string[]>;
  /** Sends an operation to `/graphql`. */
  graphql(query: string, variables?: Record<string, unknown>, request?: Request): Promise<Answer>;
}

/** Whether the apps of this run share a Redis, as several instances do. */
const hasRedis = provided('instances') === 2;

/** Whether this file's apps have two instances: each third file does, by the seed, and in a soak all do. */
function isWithTwo(): boolean {
  return isSoak || hashed(`${seed()} ${expect.getState().testPath}`) % 3 === 0;
}

function hashed(text: string): number {
  return createHash('sha256').update(text).digest().readUInt32BE();
}

interface Options {
  passwords?: Passwords | null;
  /** One, for what is about a single process; otherwise as many as the file has. */
  instances?: 1;
  /** Whether processes read descriptions and validate values, as in the product. */
  hasReaders?: boolean;
  /** Whether all cached data is read a second time, as in every soak. */
  isChecked?: boolean;
}

/**
 * For tests that count requests up to a limit. Several instances use slices, and may let through a few more
 * or, for a moment, fewer.
 */
export const exactly: Options = { instances: 1 };

/**
 * Creates the product's app with a separate database and a clock that the test moves. In runs with two
 * instances, requests alternate between them, so that each sees the other's changes.
 */
export async function testApp(
  env: Record<string, string> = {},
  { passwords = cheapPasswords, instances, ...how }: Options = {},
): Promise<TestApp> {
  const isShared = instances !== 1 && hasRedis;
  const config = testConfig({ ...(isShared && { REDIS_URL: redisUrl }), ...env });
  const database = await testDatabase();
  const over: Over = {
    config,
    database,
    secrets: { masterKey: randomBytes(32) },
    clock: new TestClock(),
    events: [],
  };
  const own = { passwords, ...how };
  const opened = [await (isShared ? openShared(over, own) : openInstance(over, own))];
  if (isShared && isWithTwo()) opened.push(await openBeside(opened, over, own));
  // Without what they report of Redis.
  if (isShared) over.events.length = 0;
  return asked(over, opened);
}

/** Opens another instance of the app on the same database, with separate ports and an optional clock. */
export async function anotherInstance(
  { config, secrets, ports, instances, ...others }: TestApp,
  clock: TestClock = others.clock,
): Promise<TestApp> {
  const { database, passwords } = ports;
  const over: Over = { config, secrets, database, clock, events: [] };
  if (config.redisUrl) return asked(over, [await openBeside(instances, over, { passwords })]);
  const opened = await openInstance(over, { passwords });
  lookOften([...instances, opened]);
  return asked(over, [opened]);
}

// Without Redis, a commit waits until each other instance has looked for changes.
function lookOften(instances: readonly Instance[]): void {
  const timer = setInterval(() => void instances.map((it) => it.look()), 20);
  atEnd(() => clearInterval(timer));
}

/** Returns a test app that distributes requests over the instances in rotation. */
export function asked(
  { config, secrets, database, clock, events }: Over,
  instances: readonly Instance[],
): TestApp {
  const [first] = instances;
  if (!first) throw new Error('There is no instance.');
  const { app, ports } = first;
  let turn = 0;
  const inject: TestApp['inject'] = async (request) => {
    const at = instances[turn % instances.length] ?? first;
    turn += 1;
    return await at.app.inject(request);
  };
  const rest: TestApp['rest'] = async (method, path, request = {}) => {
    const answer = await inject(injection(method, path, request));
    return { status: answer.statusCode, headers: answer.headers, body: parse(answer.body) };
  };
  const graphql: TestApp['graphql'] = async (query, variables = {}, request = {}) =>
    await rest('POST', '/graphql', { ...request, body: { query, variables } });
  const unrecorded: TestApp['unrecorded'] = async (change) => {
    const changed = await change(database.knex);
    await rewriteMacs(database.knex);
    for (const instance of instances) instance.ports.snapshots.clear();
    return changed;
  };
  const writeKeyUse: TestApp['writeKeyUse'] = async () => {
    for (const instance of instances) {
      await instance.ports.keyUse.flush();
      await instance.ports.operationCalls.flush(clock.now());
      await instance.ports.connectionCalls.flush(clock.now());
    }
  };
  const look: TestApp['look'] = async () => {
    for (const instance of instances) await instance.look();
  };
  const statementsOf: TestApp['statementsOf'] = async (work) => {
    const statements: string[] = [];
    const hear = ({ sql }: Knex.Sql) => void statements.push(sql);
    const unchecked = instances.reduce(
      (inner, { checked }) => (checked ? async () => await checked.unchecked(inner) : inner),
      work,
    );
    database.knex.on('query', hear);
    await unchecked();
    database.knex.off('query', hear);
    return statements;
  };
  const common = { app, ports, instances, config, secrets, clock, events };
  const t = { ...common, inject, rest, graphql, writeKeyUse, look, unrecorded, statementsOf };
  // A worker keeps the modules of its files, and each of them would keep its app.
  atEnd(() => Object.keys(t).forEach((key) => Reflect.deleteProperty(t, key)));
  return t;
}

function injection(
  method: HTTPMethods,
  url: string,
  { as, workspace, body, headers }: Request,
): InjectOptions {
  const token = typeof as === 'object' ? as.token : as;
  return {
    method,
    url,
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(workspace !== undefined && { 'x-workspace-id': workspace }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && {
      payload: typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body),
    }),
  };
}

function parse(text: string): Answer['body'] {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
