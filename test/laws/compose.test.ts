import { parse } from 'yaml';
import { describe, expect, it } from 'vitest';
import { loadConfig } from '../../server/config/config.ts';
import { variables } from '../../server/config/env.ts';
import { read } from './source.ts';

interface Service {
  image: string;
  build?: string;
  pull_policy?: string;
  command?: string[];
  env_file?: object[];
  environment?: Record<string, string>;
  healthcheck?: { disable?: boolean; test?: string[] };
  depends_on?: Record<string, object> | string[];
  volumes?: string[];
}

const compose = parse(read('compose.yaml'), { merge: true }) as {
  services: Record<string, Service>;
  volumes: Record<string, null>;
};
const { services } = compose;
const ours = ['one', 'two', 'worker'];
const dockerfile = read('Dockerfile');
const { engines } = JSON.parse(read('package.json')) as { engines: { node: string } };
const exactVersion = /^[\w./-]+:\d+\.\d+\.\d+(-[\w.]+)?$|^(postgres):\d+\.\d+(-[\w.]+)?$/;

/** Fills in the values that an operator must set. */
function filled(environment: Record<string, string> = {}): Record<string, string> {
  const given: Record<string, string> = {
    POSTGRES_PASSWORD: 'secret',
    SALLYPORT_MASTER_KEY: Buffer.alloc(32).toString('base64'),
  };
  const fill = (value: string) =>
    value.replaceAll(
      /\$\{(\w+):[-?](.*?)\}/g,
      (_, name: string, otherwise: string) => given[name] ?? otherwise,
    );
  return Object.fromEntries(Object.entries(environment).map(([name, value]) => [name, fill(value)]));
}

describe('compose.yaml', () => {
  it('runs PostgreSQL, Redis, two instances, a worker and a reverse proxy', () => {
    expect(Object.keys(services).toSorted()).toEqual(['one', 'postgres', 'proxy', 'redis', 'two', 'worker']);
    expect(services['worker']?.command?.at(-1)).toBe('dist/worker.js');
  });

  it.each(Object.keys(services))('%s: pins its image, and mounts what is there', (name) => {
    const { image, volumes = [] } = services[name] as Service;
    expect(image).toMatch(exactVersion);
    const named = volumes.map((volume) => volume.split(':')[0] ?? '').filter((from) => !from.startsWith('.'));
    expect(Object.keys(compose.volumes)).toEqual(expect.arrayContaining(named));
    for (const from of volumes.filter((volume) => volume.startsWith('./')))
      expect(read(from.slice(2).split(':')[0] ?? '')).not.toBe('');
  });

  it.each(ours)('%s: is given settings that there are, with which it starts', (name) => {
    const environment = services[name]?.environment ?? {};

    const config = loadConfig(filled(environment));

    expect(Object.keys(environment).filter((setting) => !Object.hasOwn(variables, setting))).toEqual([]);
    expect(config).toMatchObject({
      database: { url: 'postgres://sallyport:secret@postgres:5432/sallyport' },
      redisUrl: 'redis://redis:6379',
      sendsWebhooks: false,
      host: '0.0.0.0',
    });
  });

  it('builds their image once, and has who takes it wait for that', () => {
    const [image] = ours.map((name) => services[name]?.image);
    const built = Object.keys(services).filter((name) => services[name]?.build);
    expect(built).toEqual(['one']);
    for (const name of ['two', 'worker'])
      expect(services[name]).toMatchObject({
        image,
        pull_policy: 'never',
        depends_on: { one: {}, postgres: {}, redis: {} },
      });
  });

  it.each(ours)('%s: is given what else .env sets', (name) => {
    expect(services[name]?.env_file).toEqual([{ path: '.env', required: false }]);
  });

  it('asks for each secret, and has none', () => {
    const text = read('compose.yaml');
    expect(text).toContain('${SALLYPORT_MASTER_KEY:?');
    expect(text).toContain('${POSTGRES_PASSWORD:?');
    expect(text).not.toMatch(/(PASSWORD|MASTER_KEY): (?!\$\{)/);
  });

  it('knocks where there is a door: the proxy at /readyz of both, the image at /healthz', () => {
    const caddy = read('Caddyfile');
    const health = read('server/health.ts');
    expect(caddy).toContain('reverse_proxy one:4000 two:4000');
    for (const [text, path] of [
      [caddy, '/readyz'],
      [dockerfile, '/healthz'],
    ] as const) {
      expect(text).toContain(path);
      expect(health).toContain(`app.get('${path}'`);
    }
  });
});

describe('the Dockerfile', () => {
  it('has the Node that package.json asks for, its packages alone, and nobody’s rights', () => {
    const bases = [...dockerfile.matchAll(/^FROM node:([\d.]+)-slim/gm)].map(([, version]) => version);
    expect(bases).toHaveLength(3);
    for (const version of bases) expect(engines.node).toContain(`>=${version?.replace(/\.\d+$/, '')}`);
    expect(dockerfile).toContain('npm ci --omit=dev');
    expect(dockerfile).toMatch(/^USER node$/m);
  });

  it('copies what .dockerignore lets in, and nothing else', () => {
    const copied = [...dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, from = '']) =>
      from.split(' '),
    );
    const letIn = read('.dockerignore').match(/(?<=^!).+$/gm) ?? [];
    expect([...new Set(copied)].toSorted()).toEqual(letIn.toSorted());
  });
});
