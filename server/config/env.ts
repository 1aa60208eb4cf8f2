import { existsSync, readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { z } from 'zod';

const number = (fallback: number, { min = 1, max = 1_000_000 } = {}) =>
  z
    .string()
    .regex(/^\d+$/)
    .transform(Number)
    .refine((value) => value >= min && value <= max)
    .default(fallback)
    .describe(`a whole number from ${min} to ${max}`);

const origin = z
  .string()
  .refine((value) => URL.canParse(value) && isOrigin(new URL(value)))
  .transform((value) => new URL(value).origin)
  .optional()
  .describe('an origin such as https://platform.example.com');

const text = z.string().min(1).optional();

const services = z
  .string()
  .refine((value) => value.split(',').every((entry) => /^[\w-]{1,40}:[0-9a-f]{64}$/.test(entry.trim())))
  .optional()
  .describe('pairs <name>:<SHA-256 of its credential in hex>, separated by commas');

// The formats of proxy-addr, which Fastify uses.
const proxies = z
  .string()
  .refine((value) => value.split(',').every((entry) => isProxy(entry.trim())))
  .optional()
  .describe('the addresses or networks of your reverse proxies, separated by commas');

// A name or an address, in URL syntax.
const hosts = z
  .string()
  .refine((value) => value.split(',').every((entry) => hostOf(entry) !== null))
  .transform((value) => value.split(',').flatMap((entry) => hostOf(entry) ?? []))
  .optional()
  .describe('<host> or <host>:<port>, separated by commas');

const mailServer = z
  .string()
  .refine((value) => URL.canParse(value) && isMailServer(new URL(value)))
  .optional()
  .describe('a URL such as smtps://user:password@smtp.example.com');

const bareAddress = String.raw`[^\s<>"@,;:()[\]\\\p{Cc}]+@[A-Za-z0-9.-]+`;
const sender = z
  .string()
  .regex(new RegExp(String.raw`^(?:[^<>"@,;:\p{Cc}]* )?<${bareAddress}>$|^${bareAddress}$`, 'u'))
  .max(200)
  .optional()
  .describe('an address such as Sallyport <sallyport@example.com>');

/**
 * Every setting, defined once: the process reads these variables, `.env.example` lists them, and an error
 * about a wrong value quotes their descriptions.
 */
// oxfmt-ignore
export const variables = {
  PORT:                                               number(4000, { min: 0, max: 65_535 }),
  HOST:                                               text.describe('the address to listen on'),
  BASE_URL:                                           origin,
  SANDBOX_URL:                                        origin,
  SALLYPORT_ENV:                                      z.enum(['development', 'production']).optional().describe('development or production'),
  DATA_DIR:                                           z.string().min(1).default('.data').describe('the path of a folder'),
  DATABASE_URL:                                       z.string().regex(/^postgres(ql)?:\/\//).optional().describe('a URL such as postgres://user:password@host:5432/sallyport'),
  DATABASE_POOL:                                      number(10, { max: 1000 }),
  REDIS_URL:                                          z.string().regex(/^rediss?:\/\//).optional().describe('a URL such as redis://127.0.0.1:6379'),
  SALLYPORT_MASTER_KEY:                               z.string().refine((value) => decodeKey(value) !== null).optional().describe('32 bytes in base64, created with `openssl rand -base64 32`'),
  SERVICE_CREDENTIALS:                                services,
  TRUST_PROXY:                                        proxies,
  EGRESS_ALLOWED_HOSTS:                               hosts,
  WEBHOOK_DELIVERY:                                   z.enum(['here', 'elsewhere']).default('here').describe('here, or elsewhere if `npm run worker` delivers'),
  OAUTH_CLIENT_REGISTRATION:                          z.enum(['off', 'on']).default('off').describe('off, or on if MCP clients may register themselves'),
  CONSOLE:                                            z.enum(['off', 'on']).default('on').describe('on, or off to serve no console'),
  SMTP_URL:                                           mailServer,
  MAIL_FROM:                                          sender,
  MAIL_DRIVER:                                        z.enum(['file', 'log', 'smtp']).optional().describe('file, log or smtp'),
  LOG_LEVEL:                                          z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info').describe('debug, info, warn, error or silent'),

  ACCESS_TOKEN_TTL_SECONDS:                           number(600, { min: 60, max: 3600 }),
  AUTOMATION_TOKEN_TTL_SECONDS:                       number(3600, { min: 60, max: 3600 }),
  SESSION_TTL_DAYS:                                   number(30, { max: 365 }),
  SESSION_IDLE_HOURS:                                 number(12, { max: 8760 }),
  EVENT_RETENTION_DAYS:                               number(30, { max: 3650 }),
  WORKSPACE_DELETION_DELAY_DAYS:                      number(30, { max: 90 }),
  PRODUCTION_ACCESS_REVIEW_DAYS:                      number(365, { max: 3650 }),
  PASSWORD_HASH_CONCURRENCY:                          number(2, { max: 64 }),

  LIMIT_SANDBOX_PER_KEY_PER_MINUTE:                   number(120),
  LIMIT_SANDBOX_PER_APPLICATION_PER_MINUTE:           number(600),
  LIMIT_LIVE_PER_KEY_PER_MINUTE: number(600),
  LIMIT_LIVE_PER_APPLICATION_PER_MINUTE: number(3000),
  LIMIT_KEY_VERIFICATIONS_PER_SERVICE_PER_MINUTE:     number(6000),
  LIMIT_MCP_PER_CREDENTIAL_PER_MINUTE:                number(600),
  LIMIT_ANONYMOUS_PER_IP_PER_MINUTE:                  number(600),
  LIMIT_CONSOLE_PER_MEMBER_PER_MINUTE:                number(600),
  LIMIT_CONSOLE_WRITES_PER_MEMBER_PER_MINUTE:         number(60),
  LIMIT_KEYS_PER_APPLICATION_PER_HOUR:                number(20),
  LIMIT_AUDIT_VERIFICATIONS_PER_WORKSPACE_PER_MINUTE: number(10),
  LIMIT_EXPLORER_CALLS_PER_MEMBER_PER_MINUTE: number(30),
  LIMIT_RECEIPT_VERIFICATIONS_PER_ADDRESS_PER_MINUTE: number(60),
  LIMIT_FAILED_AUTH_PER_IP_PER_MINUTE:                number(20),
  LIMIT_SIGN_IN_FAILURES_PER_ACCOUNT:                 number(5),
  LIMIT_SIGN_UPS_PER_IP_PER_HOUR:                     number(1000),
  LIMIT_CLIENT_REGISTRATIONS_PER_IP_PER_HOUR:         number(20),
  LIMIT_CLIENT_REGISTRATIONS_PER_HOUR:                number(500),
  LIMIT_SOCKETS_PER_MEMBER:                           number(20),
  LIMIT_OPERATIONS_PER_SOCKET:                        number(100, { max: 1000 }),
  LIMIT_OPERATIONS_PER_MEMBER:                        number(100, { max: 20_000 }),
  LIMIT_INVITATIONS_PER_PERSON_PER_HOUR:              number(50),
  LIMIT_MAILS_PER_ACCOUNT_PER_HOUR:                   number(5),
  LIMIT_PASSWORD_RESETS_PER_IP_PER_HOUR:              number(100),
  LIMIT_DECISION_MAILS_PER_SUBJECT_PER_HOUR:          number(3),

  BODY_LIMIT_BYTES:                                   number(1_048_576, { min: 1024, max: 67_108_864 }),
  SANDBOX_BODY_LIMIT_BYTES:                           number(262_144, { min: 1024, max: 67_108_864 }),
  GRAPHQL_MAX_ALIASES:                                number(15),
  GRAPHQL_MAX_TOKENS:                                 number(1000),
  GRAPHQL_MAX_DEPTH:                                  number(10),
  GRAPHQL_MAX_BREADTH:                                number(50),
  GRAPHQL_MAX_COST:                                   number(1000),
} satisfies Record<string, z.ZodType>;

const schema = z.object(variables);
export type Env = z.output<typeof schema>;

/** The folder of package.json, so that relative paths do not depend on where a process was started. */
export const home = resolve(import.meta.dirname, '../..');

/** Returns the path of the file that SALLYPORT_ENV_FILE names, or of `.env` beside package.json. */
export function settingsFile(source: NodeJS.ProcessEnv): string {
  return resolve(home, source['SALLYPORT_ENV_FILE'] ?? '.env');
}

/** Returns the process's environment, extended by the settings file, which other libraries do not see. */
export function environment(): NodeJS.ProcessEnv {
  const file = settingsFile(process.env);
  return existsSync(file) ? { ...parseEnv(readFileSync(file, 'utf8')), ...process.env } : process.env;
}

export class SettingsError extends Error {
  override name = 'SettingsError';
}

/** Reads the settings. Throws a SettingsError with one sentence for each wrong variable. */
export function readEnv(source: NodeJS.ProcessEnv): Env {
  const given = Object.fromEntries(
    Object.keys(variables).map((name) => [name, source[name] === '' ? undefined : source[name]]),
  );
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data;
  const names = new Set(parsed.error.issues.map((issue) => String(issue.path[0]))) as Set<keyof Env>;
  throw new SettingsError([...names].map((name) => complaint(name, source[name])).join('\n'));
}

export function decodeKey(value: string): Buffer | null {
  const bytes = Buffer.from(value, 'base64');
  return bytes.length === 32 && /^[A-Za-z0-9+/_-]+={0,2}$/.test(value) ? bytes : null;
}

function isOrigin({ protocol, pathname, search, hash, username, password }: URL): boolean {
  return /^https?:$/.test(protocol) && pathname === '/' && !(search + hash + username + password);
}

function isMailServer({ protocol, hostname, pathname, search, hash }: URL): boolean {
  return /^smtps?:$/.test(protocol) && hostname !== '' && /^\/?$/.test(pathname) && !(search + hash);
}

/** Normalizes a host like a URL does, and keeps the written port: `EXAMPLE.com:80` is example.com:80. */
function hostOf(entry: string): string | null {
  const [, host = '', port = ''] = /^(\[[0-9a-f:.]+\]|[^\s:/?#@[\]]+)(:\d{1,5})?$/i.exec(entry.trim()) ?? [];
  return host && URL.canParse(`http://${host}`) ? `${new URL(`http://${host}`).hostname}${port}` : null;
}

function isProxy(entry: string): boolean {
  const [address = '', prefix = '0'] = entry.split('/');
  if (['loopback', 'linklocal', 'uniquelocal'].includes(entry)) return true;
  return isIP(address) > 0 && /^\d{1,3}$/.test(prefix) && Number(prefix) <= (isIP(address) === 4 ? 32 : 128);
}

/** Settings that errors do not quote: a key, and URLs that may contain passwords. */
const confidential = new Set<keyof Env>(['SALLYPORT_MASTER_KEY', 'DATABASE_URL', 'REDIS_URL', 'SMTP_URL']);

function complaint(name: keyof Env, value: string | undefined): string {
  const shown = confidential.has(name) ? '' : ` It is ${JSON.stringify(value)}.`;
  return `${name} must be ${variables[name].description}.${shown}`;
}
