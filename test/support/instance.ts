import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { apiDescriptionOf } from '../../adapters/rest/api-description.ts';
import { bodiesOf } from '../../adapters/rest/bodies.ts';
import { builtInSandboxOf } from '../../adapters/rest/built-in-sandbox.ts';
import { routes } from '../../adapters/rest/routes.ts';
import { sandboxRoutes } from '../../adapters/rest/sandbox.routes.ts';
import type { Database } from '../../db/knex.ts';
import type { LogEvent } from '../../schema/kernel/ports/log.ts';
import type { Passwords } from '../../schema/kernel/ports/passwords.ts';
import { digestOf } from '../../schema/values/secret.ts';
import { createApp } from '../../server/app.ts';
import { loadConfig, type Config } from '../../server/config/config.ts';
import type { Secrets } from '../../server/config/secrets.ts';
import { beatMs } from '../../server/cache/lease.ts';
import { createPasswords } from '../../server/passwords.ts';
import { openPorts, type Outside, type ServerPorts } from '../../server/ports.ts';
import { atEnd } from './at-end.ts';
import type { TestClock } from './clock.ts';
import { isSoak } from './count.ts';
import { leaseDatabase } from './database.ts';
import { readHere, readProductHere } from './descriptions.ts';
import { validateHere } from './schema-validation.ts';
import { CheckedSnapshots } from './snapshots.ts';
import { checkReach } from './invalidation-scope.ts';

/** The credential of an operator's service that all test apps know. */
export const serviceCredential = 'service-credential-of-the-tests';

/** Limits that no test exceeds by accident, and no console; tests of either set their own. */
const roomy = {
  // Whether the console is built must not matter to other tests.
  CONSOLE: 'off',
  LIMIT_ANONYMOUS_PER_IP_PER_MINUTE: '1000000',
  LIMIT_CONSOLE_PER_MEMBER_PER_MINUTE: '1000000',
  LIMIT_CONSOLE_WRITES_PER_MEMBER_PER_MINUTE: '1000000',
  LIMIT_KEYS_PER_APPLICATION_PER_HOUR: '1000000',
  LIMIT_AUDIT_VERIFICATIONS_PER_WORKSPACE_PER_MINUTE: '1000000',
  LIMIT_EXPLORER_CALLS_PER_MEMBER_PER_MINUTE: '1000000',
  LIMIT_LIVE_PER_KEY_PER_MINUTE: '1000000',
  LIMIT_LIVE_PER_APPLICATION_PER_MINUTE: '1000000',
  LIMIT_RECEIPT_VERIFICATIONS_PER_ADDRESS_PER_MINUTE: '1000000',
  LIMIT_FAILED_AUTH_PER_IP_PER_MINUTE: '1000000',
  LIMIT_SIGN_UPS_PER_IP_PER_HOUR: '1000000',
  LIMIT_CLIENT_REGISTRATIONS_PER_IP_PER_HOUR: '1000000',
  LIMIT_CLIENT_REGISTRATIONS_PER_HOUR: '1000000',
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

/** The product's app with its ports. */
export interface Instance {
  app: FastifyInstance;
  ports: ServerPorts;
  checked: CheckedSnapshots | null;
  /** Reads the changes like the job, after any read in progress. */
  look(): Promise<void>;
}

export interface Over {
  config: Config;
  secrets: Secrets;
  database: Database;
  clock: TestClock;
  /** Receives its log events. */
  events: LogEvent[];
}

interface Options {
  passwords?: Passwords | null;
  /** The connections for its lease. */
  shared?: Outside['shared'];
  /** Whether all cached data is read a second time. */
  isChecked?: boolean;
  /** Whether processes read descriptions and validate values, as in the product. */
  hasReaders?: boolean;
}

// The suite signs up hundreds of people; tests of the hash itself use the real cost with `passwords: null`.
export const cheapPasswords: Passwords | null = await createPasswords({
  concurrency: 2,
  cost: { memoryCost: 1024, timeCost: 1, parallelism: 1 },
});

/** Returns the settings of a test instance, with a folder that is removed after the last test. */
export function testConfig(env: Record<string, string>): Config {
  const dataDir = mkdtempSync(join(tmpdir(), 'sallyport-test-'));
  atEnd(() => rmSync(dataDir, { recursive: true }));
  return loadConfig({
    DATA_DIR: dataDir,
    BASE_URL: 'http://localhost:4000',
    SERVICE_CREDENTIALS: `tests:${digestOf(serviceCredential).toString('hex')}`,
    ...roomy,
    ...env,
  });
}

/** Opens an instance with a lease; it is closed after its test, or after the last one. */
export async function openInstance(
  { events, ...over }: Over,
  { passwords = cheapPasswords, shared, isChecked = isSoak, hasReaders = false }: Options = {},
): Promise<Instance> {
  const { config, database } = over;
  const keep = (event: LogEvent) => void events.push(event);
  const log = { debug: keep, info: keep, warn: keep, error: keep };
  const forLease = shared ?? { knex: (await leaseDatabase(database)).knex, sampleClock: async () => {} };
  const opened = await openPorts({
    ...over,
    log,
    operations: bodiesOf(routes),
    builtInSandbox: builtInSandboxOf(sandboxRoutes),
    apiDescription: apiDescriptionOf(routes),
    shared: forLease,
  });
  const checked = isChecked ? new CheckedSnapshots(opened.snapshots, database.knex) : null;
  const ports = {
    ...opened,
    ...(passwords && { passwords }),
    ...(!hasReaders && {
      descriptions: readHere,
      productDescriptions: readProductHere,
      jsonSchemas: validateHere(),
    }),
    snapshots: checked ?? opened.snapshots,
  };
  const assertReach = isChecked ? checkReach(ports.feed, database.knex) : null;
  const app = await createApp(config, ports);
  const beats = await beating(ports);
  atEnd(async () => {
    await app.close();
    await beats.end();
    await ports.bus[Symbol.asyncDispose]();
    await ports.limiter[Symbol.asyncDispose]();
    await opened.jsonSchemas[Symbol.asyncDispose]();
    assertReach?.();
  });
  return { app, ports, checked, look: beats.beat };
}

/** Runs the heartbeat like the job, until the lease is given up. */
async function beating({ heartbeat }: ServerPorts) {
  let last: Promise<void> | null = null;
  const beat = async (): Promise<void> => {
    await last;
    const beaten = heartbeat
      .beat()
      .catch(() => {})
      .finally(() => void (last = last === beaten ? null : last));
    await (last = beaten);
  };
  await heartbeat.beat();
  const timer = setInterval(() => void (last ?? beat()), beatMs);
  return {
    beat,
    async end(): Promise<void> {
      clearInterval(timer);
      await last;
      await heartbeat.end();
    },
  };
}
