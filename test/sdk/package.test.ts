import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it } from 'vitest';
import { bareEnvironment } from '../support/environment.ts';
import { httpHost } from '../support/listeners.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'sallyport-sdk-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Packs the package, unpacks it beside its dependency as a consumer has it, and returns its files. */
async function installed(): Promise<string[]> {
  const pack = ['pack', '--json', '--pack-destination', folder];
  const { stdout } = await run('npm', pack, { cwd: join(root, 'sdk'), env: bareEnvironment() });
  const [packed] = JSON.parse(stdout.slice(stdout.indexOf('[')));
  const modules = join(folder, 'node_modules');
  const target = join(modules, '@sallyport/sdk');
  mkdirSync(target, { recursive: true });
  await run('tar', ['-xzf', join(folder, packed.filename), '-C', target, '--strip-components=1']);
  for (const name of ['oauth4webapi', 'openapi-fetch', 'openapi-typescript-helpers'])
    cpSync(join(root, 'node_modules', name), join(modules, name), { recursive: true });
  return packed.files.map(({ path }: { path: string }) => path);
}

const files = await installed();
const manifest = JSON.parse(readFileSync(join(root, 'sdk/package.json'), 'utf8'));
const product = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

describe('the package', () => {
  it('contains JavaScript with its declarations and the readme, and none of the sources', () => {
    const built = files.filter((path) => !path.startsWith('dist/'));

    expect(built.toSorted()).toEqual(['README.md', 'package.json']);
    expect(files).toContain('dist/index.js');
    expect(files).toContain('dist/index.d.ts');
    expect(files.filter((path) => /(?<!\.d)\.ts$/.test(path))).toEqual([]);
  });

  it('depends on two other packages, in the product’s versions', () => {
    const { oauth4webapi } = product.dependencies;
    const { 'openapi-fetch': openapiFetch } = product.devDependencies;

    expect(manifest.dependencies).toEqual({ oauth4webapi, 'openapi-fetch': openapiFetch });
    expect(manifest.license).toBe(product.license);
  });

  it('runs in plain Node.js, without the product', async () => {
    const answer = { data: [], page: { nextCursor: null, hasMore: false } };
    const { origin } = await httpHost((_, response) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer)),
    );
    writeFileSync(
      join(folder, 'consumer.mjs'),
      `import * as sdk from '@sallyport/sdk';
      const client = sdk.createClient({ baseUrl: process.argv[2], token: async () => 'token' });
      const { page } = await client.search({ query: 'orders' });
      const error = await client.describe('..').catch((thrown) => thrown);
      console.log(JSON.stringify({ names: Object.keys(sdk), page, code: error.code }));`,
    );

    const { stdout, stderr } = await run(process.execPath, ['consumer.mjs', origin], { cwd: folder });

    expect(stderr).toBe('');
    expect(JSON.parse(stdout)).toEqual({
      names: [
        'SallyportError',
        'WebhookError',
        'clientErrors',
        'createClient',
        'createProductClient',
        'gatewayErrors',
        'isSallyportError',
        'productTypes',
        'verifyWebhook',
        'webhookErrors',
      ],
      page: answer.page,
      code: 'invalid_argument',
    });
  });

  it('has types for consumers with the strictest compiler options', async () => {
    const options = {
      strict: true,
      exactOptionalPropertyTypes: true,
      module: 'nodenext',
      target: 'es2022',
      noEmit: true,
    };
    const consumer = `import { createClient, isSallyportError, verifyWebhook, type ToolCall } from '@sallyport/sdk';
      const client = createClient({ baseUrl: 'https://sallyport.example.com', credentialId: 'mcpc_1', secret: 'mcs_1' });
      export const call: Promise<ToolCall> = client.settled('mtc_1');
      export const known = (error: unknown) => isSallyportError(error, 'selection_stale') && error.requestId;
      export const type = async (request: Request): Promise<string> =>
        (await verifyWebhook(await request.arrayBuffer(), request.headers, ['whsec_1'])).type;
      // @ts-expect-error it is no number
      export const wrong = client.search({ query: 1 });
      // @ts-expect-error it is no code
      isSallyportError(null, 'no_such_code');`;
    writeFileSync(join(folder, 'consumer.mts'), consumer);
    const compilerOptions = { ...options, lib: ['es2022', 'dom'], types: [] };
    writeFileSync(
      join(folder, 'tsconfig.json'),
      JSON.stringify({ compilerOptions, files: ['consumer.mts'] }),
    );

    const tsc = join(root, 'node_modules/typescript/bin/tsc');
    const compiled = await run(process.execPath, [tsc, '-p', folder]).catch((error: unknown) => error);

    expect(compiled).toMatchObject({ stdout: '' });
    expect(compiled).not.toBeInstanceOf(Error);
  });
});
