import { spawn } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { LogEvent } from '../../schema/kernel/ports/log.ts';
import { mintSecret, secretKinds, type SecretKind } from '../../schema/values/secret.ts';
import { createLog, type LogOptions } from '../../server/log.ts';
import { count } from '../support/count.ts';
import { seed } from '../support/seed.ts';

const jwt = 'eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiJwZXJfMDEifQ.c2lnbmF0dXJlLW9mLXRoZS10b2tlbg';
const pem = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({
  type: 'pkcs8',
  format: 'pem',
});

// The logged text, and the part of it that no line may contain.
// oxfmt-ignore
const credentials: { kind: string; planted: string; secret: string }[] = [
  ...secretKinds.map(ours),
  {
    kind: 'a webhook secret',
    planted: 'whsec_sandbox_ab12CD34ef_Zk3mQ9xT1vB7nR5cL2wY8pJ4sD6fG0hA',
    secret: 'Zk3mQ9xT1vB7nR5cL2wY8pJ4sD6fG0hA',
  },
  { kind: 'a session token', planted: jwt, secret: 'c2lnbmF0dXJl' },
  { kind: 'a bearer header', planted: 'Bearer f3a9+bQ/7c-0d~e.12==', secret: 'f3a9+bQ/7c-0d' },
  { kind: 'a private key', planted: pem.toString(), secret: pem.toString().split('\n')[1] ?? '' },
  {
    kind: 'a URL with a user',
    planted: 'postgres://sally:hunter2p@ss@db.test:5432/port',
    secret: 'hunter2p',
  },
];
const places: { place: string; put: (text: string) => unknown }[] = [
  { place: 'a text', put: (text) => text },
  { place: 'the middle of a text', put: (text) => `before ${text} after` },
  { place: 'a URL', put: (text) => new URL(`https://x.test/?q=${encodeURI(text)}`) },
  { place: 'a URL in a text', put: (text) => `GET https://x.test/?q=${encodeURI(text)} failed` },
  { place: 'an encoded text', put: (text) => encodeURIComponent(text) },
  { place: 'a header list', put: (text) => [['x-key', text]] },
  { place: 'a key', put: (text) => ({ [text]: 1 }) },
  { place: 'a map', put: (text) => new Map([[text, new Set([text])]]) },
  { place: 'JSON in a text', put: (text) => JSON.stringify({ a: text }) },
  { place: 'bytes', put: (text) => Buffer.from(text) },
  { place: 'the message of an error', put: (text) => new Error(text) },
  {
    place: 'the cause of an error',
    put: (text) => new Error('x', { cause: new Error('y', { cause: text }) }),
  },
  { place: 'an error of many', put: (text) => new AggregateError([new Error(text)], text) },
  {
    place: 'the fields of an error',
    put: (text) => Object.assign(new Error('x'), { code: text, detail: text }),
  },
  { place: 'a changed message', put: (text) => Object.assign(new Error(text), { message: 'x' }) },
  { place: 'the name of an error', put: (text) => Object.assign(new Error('x'), { name: text }) },
  {
    place: 'a stack',
    put: (text) => Object.assign(new Error('x'), { stack: `Error: x\n    at ${text} (a.ts:1)` }),
  },
  { place: 'the stack of what is no error', put: (text) => ({ stack: `    at ${text}` }) },
  { place: 'the end of a long text', put: (text) => `${'word '.repeat(810)}${text}` },
];

describe('the log', () => {
  it('writes an event as one line of JSON', () => {
    const [line] = linesOf((log) =>
      log.info({ event: 'key.rotated', keyId: 'key_1', at: new Date(0), size: 12n }),
    );

    expect(line).toMatch(/^\{"level":"info","time":"\d{4}-\d\d-\d\dT[\d:.]+Z",.*\}\n$/);
    expect(JSON.parse(line ?? '')).toMatchObject({
      event: 'key.rotated',
      keyId: 'key_1',
      at: '1970-01-01T00:00:00.000Z',
      size: '12',
    });
  });

  it('writes only events of its level and above', () => {
    expect(eventsAt('debug')).toEqual(['debug', 'info', 'warn', 'error', 'fatal']);
    expect(eventsAt('warn')).toEqual(['warn', 'error', 'fatal']);
    expect(eventsAt('silent')).toEqual([]);
  });

  it('is readable on a terminal, with one line for each event', () => {
    const lines = linesOf((log) => log.warn({ event: 'key.rotated', keyId: 'key_1', token: 'x1y2' }), {
      pretty: true,
    });

    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(/WARN.*key\.rotated.*"keyId":"key_1"/);
    expect(lines[0]?.trimEnd()).not.toContain('\n');
    expect(lines[0]).not.toContain('x1y2');
  });

  it('flushes its stream, and does so immediately after a fatal event', () => {
    let flushes = 0;
    const log = createLog({ level: 'info', stream: { write() {}, flushSync: () => void (flushes += 1) } });

    log.flush();
    log.fatal({ event: 'process.failed' });

    expect(flushes).toBe(2);
  });

  it('lets the process end when stdout has no reader', async () => {
    const program = `
      import { createLog } from '${new URL('../../server/log.ts', import.meta.url).href}';
      const log = createLog({ level: 'info' });
      process.stdin.once('data', () => {
        for (let i = 0; i < 100; i += 1) log.info({ event: 'x' });
        log.fatal({ event: 'process.failed' });
        process.exit(3);
      });`;
    const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    onTestFinished(() => void child.kill('SIGKILL'));

    child.stdout.destroy();
    child.stdin.write('go');

    expect(await once(child, 'exit')).toEqual([3, null]);
  });

  it('writes a note instead of fields that cannot be read', () => {
    const broken = {
      event: 'x',
      get field(): string {
        throw new Error('no');
      },
    };

    expect(fieldsOf(broken)).toMatchObject({
      event: 'x',
      note: expect.stringContaining('could not be read'),
    });
  });

  it('limits the size of a line', () => {
    const cycle: Record<string, unknown> = {};
    cycle['self'] = cycle;
    const huge = {
      cycle,
      list: Array.from({ length: 1e5 }, (_, i) => i),
      text: 'word '.repeat(1e5),
      blob: 'a'.repeat(1e6),
    };

    expect(JSON.stringify(fieldsOf({ event: 'x', ...huge })).length).toBeLessThan(10_000);
  });
});

describe('an error in the log', () => {
  it('has its name, message, code, cause and the first eight frames', () => {
    const error = Object.assign(new TypeError('It broke.', { cause: new Error('Why.') }), {
      code: 'E_BROKE',
      detail: 'row',
    });

    const { error: logged } = fieldsOf({ event: 'x', error }) as { error: Record<string, string> };

    expect(Object.keys(logged)).toEqual(['name', 'message', 'code', 'stack', 'cause']);
    expect(logged).toMatchObject({
      name: 'TypeError',
      message: 'It broke.',
      code: 'E_BROKE',
      cause: { message: 'Why.' },
    });
    expect(logged['stack']?.split('\n')).toHaveLength(8);
    expect(logged['stack']).toMatch(/^at .*log\.test\.ts/);
  });

  it('is short, however long its message and its frames', () => {
    const error = new Error(`syntax error ${'minified '.repeat(4000)}`);
    error.stack = `${error.stack}\n    at ${'x'.repeat(30_000)}`;

    expect(JSON.stringify(fieldsOf({ event: 'x', error })).length).toBeLessThan(8000);
  });
});

describe('a credential in the log', () => {
  describe.each(credentials)('$kind', ({ planted, secret }) => {
    it.each(places)('is not written from $place', ({ put }) => {
      const [line] = linesOf((log) => log.error({ event: 'x', field: put(planted) }));

      expect(line).not.toContain(secret);
    });
  });

  // oxfmt-ignore
  it.each([
    'authorization',
    'cookie',
    'password',
    'currentPassword',
    'newPassword',
    'secret',
    'accessToken',
    'refreshToken',
    'token',
    'masterKey',
    'Authorization',
    'set-cookie',
    'client_secret',
    'MASTER_KEY',
    'master-key',
    'access_token',
  ])('is not written under the name %s, at any depth', (name) => {
    const named = { [name]: 'hunter2', beside: 'seen' };

    const [line = ''] = linesOf((log) =>
      log.info({ event: 'x', ...named, a: { ...named, b: [{ ...named, c: { d: named } }] } }),
    );

    expect(line).not.toContain('hunter2');
    expect(line.match(/seen/g)).toHaveLength(4);
    expect(line.match(/\[redacted\]/g)).toHaveLength(4);
  });

  it('is removed without anything else', () => {
    const harmless = {
      event: 'workspace.start_tutorial',
      key: 'key_01j8xk3v4bfq2t0c9r6m5n7p8w',
      break_live_stream: 'report_generated',
      path: '/api/console/applications/app_x/keys/key_y',
      url: 'https://sallyport.test:4000/console',
      version: 'eyJ.1',
      words: 'The sentence is kept: ak_live keys, // comments and -----BEGIN lines.',
    };

    expect(fieldsOf(harmless)).toMatchObject(harmless);
    expect(fieldsOf({ event: 'x', words: `from ${jwt} to postgres://a:b@db.test/x` })).toMatchObject({
      words: 'from [redacted] to postgres://[redacted]@db.test/x',
    });
  });

  it('is in no line, whatever contains it', () => {
    fc.assert(
      fc.property(planting, ({ fields, secrets }) => {
        const [line = ''] = linesOf((log) => log.error({ event: 'x', fields }));

        expect(secrets.filter((secret) => line.includes(secret))).toEqual([]);
      }),
      { seed: seed(), numRuns: count(100_000) },
    );
  });
});

interface Planting {
  fields: unknown;
  secrets: string[];
}

const leaf: fc.Arbitrary<Planting> = fc
  .tuple(
    fc.constantFrom(...credentials),
    fc.constantFrom(...places),
    fc.constantFrom('', ' ', '"', '/', '=', ': ', '\n'),
  )
  .map(([{ planted, secret }, { put }, before]) => ({
    fields: put(`${before}${planted}`),
    secrets: [secret],
  }));
const named: fc.Arbitrary<Planting> = fc
  .tuple(fc.constantFrom('password', 'token', 'cookie', 'X-Secret'), fc.stringMatching(/^[0-9a-f]{20}$/))
  .map(([name, secret]) => ({ fields: { [name]: secret }, secrets: [secret] }));
const noise: fc.Arbitrary<Planting> = fc.anything().map((fields) => ({ fields, secrets: [] }));
const { planting } = fc.letrec<{ planting: Planting }>((tie) => ({
  planting: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc.oneof(leaf, named, noise),
    fc.dictionary(fc.string(), tie('planting'), { maxKeys: 4 }).map((entries) => ({
      fields: Object.fromEntries(Object.entries(entries).map(([name, { fields }]) => [name, fields])),
      secrets: Object.values(entries).flatMap(({ secrets }) => secrets),
    })),
    fc.array(tie('planting'), { maxLength: 4 }).map((items) => ({
      fields: items.map(({ fields }) => fields),
      secrets: items.flatMap(({ secrets }) => secrets),
    })),
    tie('planting').map(({ fields, secrets }) => ({ fields: new Error('x', { cause: fields }), secrets })),
  ),
}));

function ours(kind: SecretKind): { kind: string; planted: string; secret: string } {
  const { text, prefix } = mintSecret(kind);
  return { kind, planted: text, secret: text.slice(text.indexOf(prefix) + prefix.length + 1, -6) };
}

function linesOf(
  write: (log: ReturnType<typeof createLog>) => void,
  options: Partial<LogOptions> = {},
): string[] {
  const lines: string[] = [];
  write(
    createLog({ level: 'debug', pretty: false, ...options, stream: { write: (line) => lines.push(line) } }),
  );
  return lines;
}

function eventsAt(level: LogOptions['level']): string[] {
  const lines = linesOf(
    (log) => {
      for (const name of ['debug', 'info', 'warn', 'error', 'fatal'] as const) log[name]({ event: name });
    },
    { level },
  );
  return lines.map((line) => (JSON.parse(line) as LogEvent).event);
}

function fieldsOf(event: LogEvent): unknown {
  return JSON.parse(linesOf((log) => log.info(event))[0] ?? '') as unknown;
}
