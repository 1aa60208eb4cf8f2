import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import type { OutgoingHttpHeaders } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance, HTTPMethods, InjectOptions } from 'fastify';
import type { Knex } from 'knex';
import { afterAll } from 'vitest';
import type { Database } from '../../db/knex.ts';
import { bodiesOf } from '../../adapters/rest/bodies.ts';
import { routes } from '../../adapters/rest/routes.ts';
import type { LogEvent, Passwords } from '../../schema/ports.ts';
import { digestOf } from '../../schema/secret.ts';
import { createApp } from '../../server/app.ts';
import { loadConfig, type Config } from '../../server/config/config.ts';
import type { Secrets } from '../../server/config/secrets.ts';
import { createPasswords } from '../../server/passwords.ts';
import { openPorts, type Outside, type ServerPorts } from '../../server/ports.ts';
import { TestClock } from './clock.ts';
import { testDatabase } from './database.ts';
import { CheckedMemory } from './memory.ts';

/** The credential of an operator's service that every app of the tests knows. */
export const serviceCredential = 'service-credential-of-the-tests';

/** Limits that no test reaches by accident; a test of a limit sets its own. */
const roomy = {
  LIMIT_ANONYMOUS_PER_IP_PER_MINUTE: '1000000',
  LIMIT_CONSOLE_PER_MEMBER_PER_MINUTE: '1000000',
  LIMIT_CONSOLE_WRITES_PER_MEMBER_PER_MINUTE: '1000000',
  LIMIT_KEYS_PER_APPLICATION_PER_HOUR: '1000000',
  LIMIT_AUDIT_VERIFICATIONS_PER_WORKSPACE_PER_MINUTE: '1000000',
  LIMIT_FAILED_AUTH_PER_IP_PER_MINUTE: '1000000',
  LIMIT_SIGN_UPS_PER_IP_PER_HOUR: '1000000',
  LIMIT_SOCKETS_PER_MEMBER: '1000000',
  LIMIT_KEY_VERIFICATIONS_PER_SERVICE_PER_MINUTE: '1000000',
  LIMIT_INVITATIONS_PER_PERSON_PER_HOUR: '1000000',
  LIMIT_MAILS_PER_ACCOUNT_PER_HOUR: '1000000',
  LIMIT_PASSWORD_RESETS_PER_IP_PER_HOUR: '1000000',
  LIMIT_DECISION_MAILS_PER_SUBJECT_PER_HOUR: '1000000',
  LIMIT_MCP_PER_CREDENTIAL_PER_MINUTE: '1000000',
  LIMIT_SANDBOX_PER_KEY_PER_MINUTE: '1000000',
  LIMIT_SANDBOX_PER_APPLICATION_PER_MINUTE: '1000000',
};

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
  app: FastifyInstance;
  ports: ServerPorts;
  config: Config;
  secrets: Secrets;
  clock: TestClock;
  /** What was logged. */
  events: LogEvent[];
  /** A request over the documented paths. */
  rest(method: HTTPMethods, path: string, request?: Request): Promise<Answer>;
  /** Changes rows by no command of ours, and has what is kept of them forgotten. */
  unrecorded<T>(change: (knex: Knex) => PromiseLike<T>): Promise<T>;
  /** The statements that are sent to the database while something is done, without those that check what is kept. */
  statementsOf(work: () => Promise<unknown>): Promise<string[]>;
  /** An operation over `/graphql`. */
  graphql(query: string, variables?: Record<string, unknown>, request?: Request): Promise<Answer>;
}

// A suite signs up hundreds of people; whoever tests the hash itself asks for the real cost by `passwords: null`.
const cheapPasswords: Passwords | null = await createPasswords({
  concurrency: 2,
  cost: { memoryCost: 1024, timeCost: 1, parallelism: 1 },
});

/** The product's own app over a database of this file's own, with a clock that the test moves. */
export async function testApp(
  env: Record<string, string> = {},
  { passwords = cheapPasswords } = {},
): Promise<TestApp> {
  const database = await testDatabase();
  const secrets = { masterKey: randomBytes(32) };
  return await openInstance(
    { config: testConfig(env), secrets, database, clock: new TestClock() },
    { passwords },
  );
}

/** The settings of an instance of the tests, with a folder that is removed after the last test. */
export function testConfig(env: Record<string, string>): Config {
  const dataDir = mkdtempSync(join(tmpdir(), 'sallyport-test-'));
  afterAll(() => rmSync(dataDir, { recursive: true }));
  return loadConfig({
    DATA_DIR: dataDir,
    BASE_URL: 'http://localhost:4000',
    SERVICE_CREDENTIALS: `tests:${digestOf(serviceCredential).toString('hex')}`,
    ...roomy,
    ...env,
  });
}

/** One more instance of the app over the same database, with ports of its own, and a clock of its own where one is given. */
export async function anotherInstance(
  { config, secrets, ports, ...others }: TestApp,
  clock: TestClock = others.clock,
): Promise<TestApp> {
  const { database, passwords } = ports;
  return await openInstance({ config, secrets, database, clock }, { passwords });
}

/** How many there are over each database. */
const instances = new Map<Database, number>();

type Over = Pick<TestApp, 'config' | 'secrets' | 'clock'> & { database: Database };

/** An instance, with a lease where it is given connections for that. */
export async function openInstance(
  { config, secrets, database, clock }: Over,
  {
    passwords = cheapPasswords,
    shared = null,
  }: { passwords?: Passwords | null; shared?: Outside['shared'] } = {},
): Promise<TestApp> {
  const events: LogEvent[] = [];
  const keep = (event: LogEvent) => void events.push(event);
  const log = { debug: keep, info: keep, warn: keep, error: keep };
  const operations = bodiesOf(routes);
  const opened = await openPorts({ config, secrets, database, log, clock, operations, shared });
  instances.set(database, (instances.get(database) ?? 0) + 1);
  // Where it has a lease the test is about that, and a check would take longer than what it looks for.
  const checked = shared
    ? null
    : new CheckedMemory(opened.memory, database.knex, () => instances.get(database) === 1);
  const ports = {
    ...opened,
    ...(passwords && { passwords }),
    memory: checked ?? opened.memory,
  };
  const app = await createApp(config, ports);
  afterAll(async () => {
    instances.delete(database);
    await app.close();
    await ports.bus[Symbol.asyncDispose]();
    await ports.limiter[Symbol.asyncDispose]();
    await ports.jsonSchemas[Symbol.asyncDispose]();
  });
  const rest: TestApp['rest'] = async (method, path, request = {}) => {
    const answer = await app.inject(injection(method, path, request));
    return { status: answer.statusCode, headers: answer.headers, body: parse(answer.body) };
  };
  const graphql: TestApp['graphql'] = async (query, variables = {}, request = {}) =>
    await rest('POST', '/graphql', { ...request, body: { query, variables } });
  const unrecorded: TestApp['unrecorded'] = async (change) => {
    const changed = await change(database.knex);
    ports.memory.clear();
    return changed;
  };
  const statementsOf: TestApp['statementsOf'] = async (work) => {
    const statements: string[] = [];
    const hear = ({ sql }: Knex.Sql) => void statements.push(sql);
    database.knex.on('query', hear);
    await (checked ? checked.unchecked(work) : work());
    database.knex.off('query', hear);
    return statements;
  };
  return { app, ports, config, secrets, clock, events, rest, graphql, unrecorded, statementsOf };
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
