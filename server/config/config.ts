import { resolve } from 'node:path';
import manifest from '../../package.json' with { type: 'json' };
import type { DatabaseSettings } from '../../db/reach.ts';
import type { Settings } from '../../schema/kernel/ports/settings.ts';
import type { MailAddress } from '../mail/message.ts';
import type { SmtpServer } from '../mail/smtp.ts';
import { SettingsError, home, readEnv, type Env } from './env.ts';

export interface Config {
  readonly environment: 'development' | 'production';
  readonly port: number;
  readonly host: string;
  readonly baseUrl: string;
  readonly sandboxUrl: string;
  readonly dataDir: string;
  readonly database: DatabaseSettings;
  readonly redisUrl: string | null;
  readonly serviceCredentials: { name: string; digest: Buffer }[];
  readonly trustProxy: string[];
  readonly egressAllowedHosts: readonly string[];
  /** Whether the server sends webhooks itself instead of leaving them to workers. */
  readonly sendsWebhooks: boolean;
  readonly servesConsole: boolean;
  readonly mail: MailSettings;
  readonly logLevel: Env['LOG_LEVEL'];
  readonly settings: Settings;
}

export type MailSettings = { from: MailAddress } & (
  | { driver: 'file' }
  | { driver: 'log' }
  | { driver: 'smtp'; server: SmtpServer }
);

/** Returns the whole configuration, frozen. Throws a SettingsError that names the variable. */
export function loadConfig(source: NodeJS.ProcessEnv): Config {
  const env = readEnv(source);
  const baseUrl = env.BASE_URL ?? `http://localhost:${env.PORT}`;
  const environment = env.SALLYPORT_ENV ?? (isLoopback(baseUrl) ? 'development' : 'production');
  refuseImpossible(env, baseUrl, environment);
  const mail = mailOf(env, baseUrl, environment);
  return Object.freeze({
    environment,
    port: env.PORT,
    host: env.HOST ?? (isLoopback(baseUrl) ? 'localhost' : '0.0.0.0'),
    baseUrl,
    sandboxUrl: env.SANDBOX_URL ?? baseUrl,
    dataDir: resolve(home, env.DATA_DIR),
    database: {
      url: env.DATABASE_URL ?? null,
      dataDir: resolve(home, env.DATA_DIR),
      poolMax: env.DATABASE_POOL,
    },
    redisUrl: env.REDIS_URL ?? null,
    serviceCredentials: servicesOf(env),
    trustProxy: env.TRUST_PROXY?.split(',').map((entry) => entry.trim()) ?? [],
    egressAllowedHosts: env.EGRESS_ALLOWED_HOSTS ?? [],
    sendsWebhooks: env.WEBHOOK_DELIVERY === 'here',
    servesConsole: env.CONSOLE === 'on',
    mail,
    logLevel: env.LOG_LEVEL,
    settings: settingsOf(env, { baseUrl, environment, mail }),
  });
}

function servicesOf({ SERVICE_CREDENTIALS }: Env): Config['serviceCredentials'] {
  const pairs = SERVICE_CREDENTIALS?.split(',').map((entry) => entry.trim().split(':')) ?? [];
  return pairs.map(([name = '', digest = '']) => ({ name, digest: Buffer.from(digest, 'hex') }));
}

function mailOf(env: Env, baseUrl: string, environment: Config['environment']): MailSettings {
  const driver = env.MAIL_DRIVER ?? (env.SMTP_URL ? 'smtp' : 'file');
  const from = senderOf(env.MAIL_FROM ?? `Sallyport <no-reply@${new URL(baseUrl).hostname}>`);
  if (driver !== 'smtp') return { driver, from };
  if (!env.SMTP_URL || !env.MAIL_FROM)
    throw new SettingsError(
      'SMTP_URL (the mail server) and MAIL_FROM (the sender) belong together. Set both, or neither: then mail ' +
        'becomes files in the folder `mail` of DATA_DIR.',
    );
  return { driver, from, server: mailServerOf(new URL(env.SMTP_URL), environment) };
}

function senderOf(text: string): MailAddress {
  const [, name = '', address = text] = /^(.*)<(.*)>$/.exec(text) ?? [];
  return { name: name.trim(), address };
}

// Mails contain tokens, and the login is a password: in production neither leaves the machine without TLS.
function mailServerOf(url: URL, environment: Config['environment']): SmtpServer {
  const { protocol, hostname, port, username, password } = url;
  const isImplicitTls = protocol === 'smtps:';
  return {
    host: hostname.replaceAll(/[[\]]/g, ''),
    port: port ? Number(port) : isImplicitTls ? 465 : 587,
    isImplicitTls,
    demandsTls: environment === 'production' && !isLoopback(`http://${hostname}`),
    auth: username ? { user: decodeURIComponent(username), pass: decodeURIComponent(password) } : null,
  };
}

function settingsOf(
  env: Env,
  { baseUrl, environment, mail }: Pick<Config, 'baseUrl' | 'environment' | 'mail'>,
): Settings {
  return {
    version: manifest.version,
    isDevelopment: environment === 'development',
    baseUrl,
    sandboxUrl: env.SANDBOX_URL ?? baseUrl,
    accessTokenTtlSeconds: env.ACCESS_TOKEN_TTL_SECONDS,
    automationTokenTtlSeconds: env.AUTOMATION_TOKEN_TTL_SECONDS,
    sessionTtlDays: env.SESSION_TTL_DAYS,
    sessionIdleHours: env.SESSION_IDLE_HOURS,
    eventRetentionDays: env.EVENT_RETENTION_DAYS,
    workspaceDeletionDelayDays: env.WORKSPACE_DELETION_DELAY_DAYS,
    productionAccessReviewDays: env.PRODUCTION_ACCESS_REVIEW_DAYS,
    signUpProvesAddress: mail.driver === 'smtp',
    registersClients: env.OAUTH_CLIENT_REGISTRATION === 'on',
    passwordHashConcurrency: env.PASSWORD_HASH_CONCURRENCY,
    bodyLimitBytes: env.BODY_LIMIT_BYTES,
    sandboxBodyLimitBytes: env.SANDBOX_BODY_LIMIT_BYTES,
    limits: {
      sandboxPerKeyPerMinute: env.LIMIT_SANDBOX_PER_KEY_PER_MINUTE,
      sandboxPerApplicationPerMinute: env.LIMIT_SANDBOX_PER_APPLICATION_PER_MINUTE,
      livePerKeyPerMinute: env.LIMIT_LIVE_PER_KEY_PER_MINUTE,
      livePerApplicationPerMinute: env.LIMIT_LIVE_PER_APPLICATION_PER_MINUTE,
      keyVerificationsPerServicePerMinute: env.LIMIT_KEY_VERIFICATIONS_PER_SERVICE_PER_MINUTE,
      mcpPerCredentialPerMinute: env.LIMIT_MCP_PER_CREDENTIAL_PER_MINUTE,
      anonymousPerIpPerMinute: env.LIMIT_ANONYMOUS_PER_IP_PER_MINUTE,
      consolePerMemberPerMinute: env.LIMIT_CONSOLE_PER_MEMBER_PER_MINUTE,
      consoleWritesPerMemberPerMinute: env.LIMIT_CONSOLE_WRITES_PER_MEMBER_PER_MINUTE,
      keysPerApplicationPerHour: env.LIMIT_KEYS_PER_APPLICATION_PER_HOUR,
      auditVerificationsPerWorkspacePerMinute: env.LIMIT_AUDIT_VERIFICATIONS_PER_WORKSPACE_PER_MINUTE,
      explorerCallsPerMemberPerMinute: env.LIMIT_EXPLORER_CALLS_PER_MEMBER_PER_MINUTE,
      receiptVerificationsPerAddressPerMinute: env.LIMIT_RECEIPT_VERIFICATIONS_PER_ADDRESS_PER_MINUTE,
      failedAuthPerIpPerMinute: env.LIMIT_FAILED_AUTH_PER_IP_PER_MINUTE,
      signInFailuresPerAccount: env.LIMIT_SIGN_IN_FAILURES_PER_ACCOUNT,
      signUpsPerIpPerHour: env.LIMIT_SIGN_UPS_PER_IP_PER_HOUR,
      clientRegistrationsPerIpPerHour: env.LIMIT_CLIENT_REGISTRATIONS_PER_IP_PER_HOUR,
      clientRegistrationsPerHour: env.LIMIT_CLIENT_REGISTRATIONS_PER_HOUR,
      socketsPerMember: env.LIMIT_SOCKETS_PER_MEMBER,
      operationsPerSocket: env.LIMIT_OPERATIONS_PER_SOCKET,
      operationsPerMember: env.LIMIT_OPERATIONS_PER_MEMBER,
      invitationsPerPersonPerHour: env.LIMIT_INVITATIONS_PER_PERSON_PER_HOUR,
      mailsPerAccountPerHour: env.LIMIT_MAILS_PER_ACCOUNT_PER_HOUR,
      passwordResetsPerIpPerHour: env.LIMIT_PASSWORD_RESETS_PER_IP_PER_HOUR,
      decisionMailsPerSubjectPerHour: env.LIMIT_DECISION_MAILS_PER_SUBJECT_PER_HOUR,
    },
    graphql: {
      maxAliases: env.GRAPHQL_MAX_ALIASES,
      maxTokens: env.GRAPHQL_MAX_TOKENS,
      maxDepth: env.GRAPHQL_MAX_DEPTH,
      maxBreadth: env.GRAPHQL_MAX_BREADTH,
      maxCost: env.GRAPHQL_MAX_COST,
    },
  };
}

function refuseImpossible(env: Env, baseUrl: string, environment: Config['environment']): void {
  if (env.DATABASE_URL && !env.SALLYPORT_MASTER_KEY)
    throw new SettingsError(
      'SALLYPORT_MASTER_KEY is required with DATABASE_URL: it seals the signing keys in the database. Create one ' +
        'with `openssl rand -base64 32`, set it for every process, and store a copy apart from the database. For a ' +
        'restored or moved database, set the key that sealed it.',
    );
  for (const [name, url] of Object.entries({ BASE_URL: baseUrl, SANDBOX_URL: env.SANDBOX_URL ?? baseUrl }))
    if (environment === 'production' && url.startsWith('http:') && !isLoopback(url))
      throw new SettingsError(
        `${name} must begin with https:// in production. It is ${JSON.stringify(url)}. A BASE_URL that is not ` +
          'loopback means production, unless SALLYPORT_ENV is development.',
      );
}

export function isLoopback(url: string): boolean {
  const { hostname } = new URL(url);
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname);
}
