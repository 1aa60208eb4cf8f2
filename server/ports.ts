import { randomUUID } from 'node:crypto';
import type { Knex } from 'knex';
import type { Database } from '../db/knex.ts';
import { sealingBy } from '../db/envelope.ts';
import { createOAuthRecords } from '../db/oauth-records.ts';
import type { Context, Ports } from '../schema/kernel/context.ts';
import type { Clock } from '../schema/kernel/ports/clock.ts';
import type { Log } from '../schema/kernel/ports/log.ts';
import type { OAuthRecords } from '../schema/kernel/ports/oauth-records.ts';
import type { BuiltInSandbox } from '../schema/kernel/ports/built-in-sandbox.ts';
import type { OperationBodies } from '../schema/kernel/ports/services.ts';
import { changedIn } from '../schema/kernel/changes.ts';
import { createAutomationTokens } from '../schema/identity/automation/tokens.ts';
import { createMcpTokens, tokenSeconds } from '../schema/identity/mcp-credential/tokens.ts';
import { openKeyRing, type KeyRing } from '../schema/identity/session/key-ring.ts';
import { createAssertionTokens } from '../schema/keys/live-call/assertion.ts';
import { createReceiptTokens } from '../schema/keys/test-receipt/tokens.ts';
import { openCheckpoints, type OpenCheckpoints } from './checkpoints.ts';
import { createBreakers } from './breakers.ts';
import { createPlaces } from './places.ts';
import type { Config } from './config/config.ts';
import { markRequired } from './config/macs-required.ts';
import type { Secrets } from './config/secrets.ts';
import type { LateApiDescription } from '../adapters/rest/api-description.ts';
import { createDescriptions, createProductDescriptions } from '../adapters/openapi/descriptions.ts';
import { publicFrontier } from '../adapters/egress/destination.ts';
import { createEgress, type OpenEgress } from '../adapters/egress/egress.ts';
import { assertMasterKey } from './config/instance.ts';
import { createJsonSchemas, type OpenJsonSchemas } from './json-schemas/json-schemas.ts';
import { createKeyUse, type BufferedKeyUse } from './key-use.ts';
import { startHeartbeat, type Heartbeat } from './cache/heartbeat.ts';
import { HeldLease } from './cache/lease.ts';
import { createPeers } from './cache/peers.ts';
import type { Look } from './cache/lease-rows.ts';
import { createLimiter, type OpenLimiter } from './limiter.ts';
import { createLocalBus, createRedisBus, type Bus } from './live/bus.ts';
import { createFeed, type LiveFeed } from './live/feed.ts';
import { createPresence } from './live/presence.ts';
import { createSockets, type Sockets } from '../adapters/graphql/sockets.ts';
import { createMailer } from './mail/mailer.ts';
import { createSegments, type CachedSegments } from './cache/segments.ts';
import { createSnapshots, type CachedSnapshots } from './cache/snapshots.ts';
import { createProviderOAuth } from '../adapters/oauth-client/oauth.ts';
import { createPasswords } from './passwords.ts';
import { createRemoteTools } from '../adapters/mcp-client/remote-tools.ts';
import { createKeyedHash } from './keyed-hash.ts';
import { createConnectionCalls, type BufferedConnectionCalls } from './connection-calls.ts';
import { createOperationCalls, type BufferedOperationCalls } from './operation-calls.ts';
import { createProductQuotas, type BufferedProductQuotas } from './product-quotas.ts';
import { createServices } from './services.ts';
import { createDataKeys, type HeldDataKeys } from './vault/data-keys.ts';
import { createKeyValueVaults } from './vault/key-value.ts';
import { createOpenings } from './vault/openings.ts';

/** The ports as this process built them; for some, jobs need more than the schema does. */
export interface ServerPorts extends Ports {
  readonly tokens: KeyRing;
  readonly keyUse: BufferedKeyUse;
  readonly productQuotas: BufferedProductQuotas;
  readonly operationCalls: BufferedOperationCalls;
  readonly connectionCalls: BufferedConnectionCalls;
  readonly apiDescription: LateApiDescription;
  readonly checkpoints: OpenCheckpoints;
  readonly feed: LiveFeed;
  readonly sockets: Sockets;
  readonly bus: Bus;
  readonly limiter: OpenLimiter;
  readonly egress: OpenEgress;
  readonly receivers: OpenEgress;
  readonly jsonSchemas: OpenJsonSchemas;
  readonly dataKeys: HeldDataKeys;
  readonly oauthRecords: OAuthRecords;
  readonly snapshots: CachedSnapshots;
  readonly segments: CachedSegments;
  readonly heartbeat: Heartbeat;
  /** Records outside the database that its rows must have MACs. */
  markRequired(): void;
}

export interface Outside {
  config: Config;
  secrets: Secrets;
  database: Database;
  log: Log;
  clock: Clock;
  operations: OperationBodies;
  builtInSandbox: BuiltInSandbox<Context>;
  apiDescription: LateApiDescription;
  /** For leases, with separate connections. */
  shared: Shared;
}

interface Shared {
  knex: Knex;
  sampleClock(): Promise<void>;
}

/** Per origin. Many endpoints may share one, and silent receivers must leave room for others. */
const connectionsPerReceiver = 256;

/** Of all workspaces together: about 200,000 capabilities. */
const maxSegmentBytes = 64 * 2 ** 20;

/** Builds the ports of the schema on an open and migrated database. */
export async function openPorts({
  config,
  secrets,
  database,
  log,
  clock,
  operations,
  builtInSandbox,
  apiDescription,
  shared,
}: Outside): Promise<ServerPorts> {
  const { settings, baseUrl, dataDir, redisUrl } = config;
  const { masterKey } = secrets;
  const { knex } = database;
  const instanceId = await assertMasterKey(knex, { secrets, dataDir }, clock.now());
  const { accessTokenTtlSeconds: ttlSeconds, automationTokenTtlSeconds: automationTtlSeconds } = settings;
  const sealing = sealingBy(masterKey);
  const ttls = { ttlSeconds, automationTtlSeconds, agentTtlSeconds: tokenSeconds };
  const ring = { knex, sealing, issuer: baseUrl, ...ttls };
  const tokens = await openKeyRing(ring, clock.now());
  const self = randomUUID();
  const bus = redisUrl ? createRedisBus({ url: redisUrl, name: instanceId, self, log }) : createLocalBus();
  const lease = new HeldLease();
  const snapshots = createSnapshots(knex, lease);
  const peers = createPeers({ knex: shared.knex, id: self, bus, log });
  const feed = createFeed({ knex, log, snapshots, peers });
  const sockets = createSockets({ knex, clock, feed, limits: settings.limits });
  feed.observe(sockets);
  const presence = createPresence({ clock, bus });
  feed.observe(presence);
  const frontier = { ...publicFrontier, allowedHosts: new Set(config.egressAllowedHosts) };
  bus.onChange(async (changed) => await feed.handle(changed));
  const change = async ({ chain, head }: Look['chains'][number]) => {
    const changed = changedIn(chain, { head });
    if (changed) await feed.handle(changed);
  };
  const egress = createEgress(frontier);
  return {
    database,
    clock,
    log,
    settings,
    operations,
    builtInSandbox,
    apiDescription,
    passwords: await createPasswords({ concurrency: settings.passwordHashConcurrency }),
    tokens,
    automationTokens: createAutomationTokens(tokens, { issuer: baseUrl, ttlSeconds: automationTtlSeconds }),
    mcpTokens: createMcpTokens(tokens, baseUrl),
    receiptTokens: createReceiptTokens(tokens),
    assertionTokens: createAssertionTokens(tokens),
    keyUse: createKeyUse(knex),
    productQuotas: createProductQuotas(knex),
    operationCalls: createOperationCalls(knex),
    connectionCalls: createConnectionCalls(knex),
    checkpoints: openCheckpoints({ dataDir, instanceId, masterKey, knex, clock }),
    limiter: createLimiter(settings.limits, redisUrl ? { url: redisUrl, name: instanceId, log } : null),
    bus,
    feed,
    sockets,
    presence,
    services: createServices(config.serviceCredentials),
    sealing,
    mailer: createMailer(config, log),
    egress,
    receivers: createEgress(frontier, undefined, connectionsPerReceiver),
    descriptions: createDescriptions(),
    productDescriptions: createProductDescriptions(),
    remoteTools: createRemoteTools(egress, clock),
    oauth: createProviderOAuth(egress, clock),
    jsonSchemas: createJsonSchemas(),
    breakers: createBreakers(clock),
    places: createPlaces(),
    dataKeys: createDataKeys(clock),
    openings: createOpenings(knex),
    keyValueVaults: createKeyValueVaults(egress),
    oauthRecords: createOAuthRecords({ knex, clock, sealing }),
    snapshots,
    segments: createSegments(maxSegmentBytes, clock),
    heartbeat: await startHeartbeat(shared.knex, self, {
      lease,
      ...shared,
      change,
      clear: () => snapshots.clear(),
    }),
    markRequired: () => markRequired(dataDir),
    keyedHash: createKeyedHash(masterKey),
  };
}
