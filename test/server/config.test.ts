import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadConfig } from '../../server/config/config.ts';
import { SettingsError, variables } from '../../server/config/env.ts';
import { loadSecrets } from '../../server/config/secrets.ts';
import { temporaryFolder } from '../support/server-process.ts';

const folder = temporaryFolder();
const key = randomBytes(32).toString('base64');

describe('without a setting', () => {
  it('the server is on localhost:4000, with a database embedded in .data, in development', () => {
    const config = loadConfig({});

    expect(config).toMatchObject({
      environment: 'development',
      port: 4000,
      host: 'localhost',
      baseUrl: 'http://localhost:4000',
      sandboxUrl: 'http://localhost:4000',
      database: { url: null, poolMax: 10 },
      trustProxy: [],
      mail: { driver: 'file', from: { name: 'Sallyport', address: 'no-reply@localhost' } },
    });
    expect(config.dataDir.endsWith('/.data')).toBe(true);
    expect(Object.isFrozen(config)).toBe(true);
  });

  it('an empty variable counts as missing', () => {
    expect(loadConfig({ PORT: '', BASE_URL: '', DATABASE_URL: '' })).toEqual(loadConfig({}));
  });
});

describe('the settings', () => {
  it('PORT changes the base URLs, and SANDBOX_URL that of the sandbox', () => {
    expect(loadConfig({ PORT: '4100' })).toMatchObject({
      baseUrl: 'http://localhost:4100',
      sandboxUrl: 'http://localhost:4100',
    });
    expect(loadConfig({ SANDBOX_URL: 'http://sandbox.localhost:4000' }).sandboxUrl).toBe(
      'http://sandbox.localhost:4000',
    );
  });

  it('DATABASE_URL switches to PostgreSQL', () => {
    const url = 'postgres://postgres@127.0.0.1:5432/sallyport';

    const { database } = loadConfig({ DATABASE_URL: url, SALLYPORT_MASTER_KEY: key });

    expect(database).toMatchObject({ url });
  });

  it('EGRESS_ALLOWED_HOSTS accepts hosts as URLs spell them, with the given port or with any', () => {
    const { egressAllowedHosts } = loadConfig({
      EGRESS_ALLOWED_HOSTS: 'API.example.com:80, 127.1,[0::1]:9000',
    });

    expect(egressAllowedHosts).toEqual(['api.example.com:80', '127.0.0.1', '[::1]:9000']);
  });

  it('TRUST_PROXY accepts addresses, networks and the names of the usual ones', () => {
    const { trustProxy } = loadConfig({ TRUST_PROXY: 'loopback, 10.0.0.0/8,::1, 192.0.2.1' });

    expect(trustProxy).toEqual(['loopback', '10.0.0.0/8', '::1', '192.0.2.1']);
  });

  it.each([
    ['smtps://post%40example.com:p%40ss@smtp.example.com', 465, true],
    ['smtp://post%40example.com:p%40ss@smtp.example.com', 587, false],
    ['smtps://post%40example.com:p%40ss@smtp.example.com:2465/', 2465, true],
  ])('SMTP_URL sends mails to a server: %s', (SMTP_URL, port, isImplicitTls) => {
    const { mail } = loadConfig({ SMTP_URL, MAIL_FROM: 'The Platform <platform@example.com>' });

    expect(mail).toEqual({
      driver: 'smtp',
      from: { name: 'The Platform', address: 'platform@example.com' },
      server: {
        host: 'smtp.example.com',
        port,
        isImplicitTls,
        demandsTls: false,
        auth: { user: 'post@example.com', pass: 'p@ss' },
      },
    });
  });

  it.each([
    ['smtp://smtp.example.com', true],
    ['smtp://10.0.0.9:25', true],
    ['smtp://localhost:25', false],
    ['smtp://127.0.0.1:25', false],
    ['smtp://[::1]:25', false],
  ])('in production %s requires TLS: %s', (SMTP_URL, demandsTls) => {
    const { mail } = loadConfig({
      BASE_URL: 'https://platform.example.com',
      SMTP_URL,
      MAIL_FROM: 'platform@example.com',
    });

    expect(mail).toMatchObject({
      from: { name: '', address: 'platform@example.com' },
      server: { demandsTls, auth: null },
    });
  });

  it('MAIL_DRIVER takes precedence over SMTP_URL', () => {
    const server = { SMTP_URL: 'smtp://localhost', MAIL_FROM: 'a@example.com' };

    expect(loadConfig({ MAIL_DRIVER: 'log' }).mail.driver).toBe('log');
    expect(loadConfig({ ...server, MAIL_DRIVER: 'file' }).mail.driver).toBe('file');
  });

  it.each([
    ['http://localhost:4000', 'development'],
    ['http://127.0.0.1:4000', 'development'],
    ['http://[::1]:4000', 'development'],
    ['https://platform.example.com', 'production'],
    ['https://localhost.example.com', 'production'],
  ])('with BASE_URL=%s the environment is %s unless SALLYPORT_ENV sets another', (BASE_URL, environment) => {
    expect(loadConfig({ BASE_URL }).environment).toBe(environment);
    expect(loadConfig({ BASE_URL: 'https://a.example.com', SALLYPORT_ENV: 'development' }).environment).toBe(
      'development',
    );
  });

  it('are all in .env.example, and nothing else is', () => {
    const text = readFileSync(new URL('../../.env.example', import.meta.url), 'utf8');

    const named = [...text.matchAll(/^#? ?([A-Z][A-Z_]+)=/gm)].map(([, name]) => name);

    expect(new Set(named)).toEqual(new Set(Object.keys(variables)));
    expect(named).toHaveLength(Object.keys(variables).length);
  });
});

describe('an invalid setting', () => {
  // oxfmt-ignore
  const wrong: [env: Record<string, string>, sentence: string][] = [
    [{ PORT: 'abc' }, 'PORT must be a whole number from 0 to 65535. It is "abc".'],
    [{ PORT: '65536' }, 'PORT must be a whole number from 0 to 65535. It is "65536".'],
    [{ PORT: '-1' }, 'PORT must be a whole number from 0 to 65535. It is "-1".'],
    [{ PORT: '40 00' }, 'PORT must be a whole number from 0 to 65535. It is "40 00".'],
    [
      { BASE_URL: 'platform' },
      'BASE_URL must be an origin such as https://platform.example.com. It is "platform".',
    ],
    [
      { BASE_URL: 'ftp://platform.example.com' },
      'BASE_URL must be an origin such as https://platform.example.com. It is "ftp://platform.example.com".',
    ],
    [
      { BASE_URL: 'https://platform.example.com/path' },
      'BASE_URL must be an origin such as https://platform.example.com. It is "https://platform.example.com/path".',
    ],
    [
      { BASE_URL: 'http://platform.example.com' },
      'BASE_URL must begin with https:// in production. It is "http://platform.example.com". A BASE_URL that is not loopback means production, unless SALLYPORT_ENV is development.',
    ],
    [
      { SANDBOX_URL: 'sandbox' },
      'SANDBOX_URL must be an origin such as https://platform.example.com. It is "sandbox".',
    ],
    [
      { BASE_URL: 'https://a.example.com', SANDBOX_URL: 'http://b.example.com' },
      'SANDBOX_URL must begin with https:// in production. It is "http://b.example.com". A BASE_URL that is not loopback means production, unless SALLYPORT_ENV is development.',
    ],
    [{ SALLYPORT_ENV: 'staging' }, 'SALLYPORT_ENV must be development or production. It is "staging".'],
    [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL must be debug, info, warn, error or silent. It is "loud".'],
    [
      { ACCESS_TOKEN_TTL_SECONDS: '5' },
      'ACCESS_TOKEN_TTL_SECONDS must be a whole number from 60 to 3600. It is "5".',
    ],
    [{ GRAPHQL_MAX_DEPTH: '0' }, 'GRAPHQL_MAX_DEPTH must be a whole number from 1 to 1000000. It is "0".'],
    [{ BODY_LIMIT_BYTES: '1' }, 'BODY_LIMIT_BYTES must be a whole number from 1024 to 67108864. It is "1".'],
    [
      { DATABASE_URL: 'mysql://localhost/a' },
      'DATABASE_URL must be a URL such as postgres://user:password@host:5432/sallyport.',
    ],
    [
      { SALLYPORT_MASTER_KEY: 'short' },
      'SALLYPORT_MASTER_KEY must be 32 bytes in base64, created with `openssl rand -base64 32`.',
    ],
    [
      { DATABASE_URL: 'postgres://localhost/a' },
      'SALLYPORT_MASTER_KEY is required with DATABASE_URL: it seals the signing keys in the database. Create one with `openssl rand -base64 32`, set it for every process, and store a copy apart from the database. For a restored or moved database, set the key that sealed it.',
    ],
    ...['smtp.example.com', 'http://smtp.example.com', 'smtp:relay', 'smtp://a.example?tls=no', 'smtp://a/b'].map(
      (SMTP_URL): [Record<string, string>, string] => [
        { SMTP_URL, MAIL_FROM: 'a@example.com' },
        'SMTP_URL must be a URL such as smtps://user:password@smtp.example.com.',
      ],
    ),
    ...['Sallyport', 'a@b, c@d', 'A <a@example.com> B', 'a@example.com\r\nBcc: eve@example.com'].map(
      (MAIL_FROM): [Record<string, string>, string] => [
        { MAIL_FROM },
        `MAIL_FROM must be an address such as Sallyport <sallyport@example.com>. It is ${JSON.stringify(MAIL_FROM)}.`,
      ],
    ),
    ...[{ SMTP_URL: 'smtp://localhost' }, { MAIL_DRIVER: 'smtp', MAIL_FROM: 'a@example.com' }].map(
      (env): [Record<string, string>, string] => [
        env,
        'SMTP_URL (the mail server) and MAIL_FROM (the sender) belong together. ' +
          'Set both, or neither: then mail becomes files in the folder `mail` of DATA_DIR.',
      ],
    ),
    [
      { EGRESS_ALLOWED_HOSTS: 'http://localhost' },
      'EGRESS_ALLOWED_HOSTS must be <host> or <host>:<port>, separated by commas. It is "http://localhost".',
    ],
    [
      { TRUST_PROXY: '10.0.0.0/33' },
      'TRUST_PROXY must be the addresses or networks of your reverse proxies, separated by commas. It is "10.0.0.0/33".',
    ],
    [
      { TRUST_PROXY: 'my proxy' },
      'TRUST_PROXY must be the addresses or networks of your reverse proxies, separated by commas. It is "my proxy".',
    ],
  ];

  it.each(wrong)('%j is rejected with a sentence that names the variable', (env, sentence) => {
    expect(() => loadConfig(env)).toThrow(new SettingsError(sentence));
  });

  it('is reported together with the others', () => {
    const env = { PORT: 'abc', LOG_LEVEL: 'loud' };

    expect(() => loadConfig(env)).toThrow(/^PORT must .*\nLOG_LEVEL must .*$/);
  });

  it('is not quoted if it may contain a secret', () => {
    const env = {
      DATABASE_URL: 'mysql://user:hunter2@localhost',
      SALLYPORT_MASTER_KEY: 'hunter3',
      SMTP_URL: 'post:hunter4@smtp.example.com',
    };

    expect(() => loadConfig(env)).toThrow(
      expect.not.objectContaining({ message: expect.stringMatching(/hunter/) }),
    );
  });
});

describe('the master key', () => {
  it('is SALLYPORT_MASTER_KEY if that is set, and no file is created', () => {
    const dataDir = join(folder, 'given');

    const { masterKey } = loadSecrets({ SALLYPORT_MASTER_KEY: key }, dataDir, false);

    expect(masterKey.toString('base64')).toBe(key);
    expect(existsSync(dataDir)).toBe(false);
  });

  it('is otherwise a file with mode 600 in the data folder, created once', () => {
    const dataDir = join(folder, 'made');

    const [first, second] = [loadSecrets({}, dataDir, false), loadSecrets({}, dataDir, true)];

    expect(first.masterKey).toHaveLength(32);
    expect(second.masterKey).toEqual(first.masterKey);
    expect(statSync(join(dataDir, 'master.key')).mode & 0o777).toBe(0o600);
    expect(statSync(dataDir).mode & 0o777).toBe(0o700);
  });

  it('is rejected with a sentence if the file contains none', () => {
    const dataDir = join(folder, 'broken');
    mkdirSync(dataDir);
    writeFileSync(join(dataDir, 'master.key'), 'nonsense');

    expect(() => loadSecrets({}, dataDir, false)).toThrow(
      new SettingsError(
        `${join(dataDir, 'master.key')} must contain 32 bytes in base64, created with \`openssl rand -base64 32\`.`,
      ),
    );
  });
});
