import { spawn } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';

import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { testApp } from '../../support/app.ts';
import { atPages, atPresent, mcpCredentialOf } from '../../support/authorization.ts';
import { documentHost } from '../../support/client-documents.ts';
import { cast } from '../../support/people.ts';
import { freePort } from '../../support/server-process.ts';
import { remoteVisitor } from '../../support/visitor.ts';

interface Check {
  id: string;
  status: string;
}

const revisions = ['2026-07-28', '2025-11-25'];

it.each(revisions)(
  'the official conformance suite finds nothing wrong with the authorization server: %s',
  async (revision) => {
    const [port, callbackPort] = [await freePort(), await freePort()];
    const base = `http://127.0.0.1:${port}`;
    const t = await testApp({ BASE_URL: base, EGRESS_ALLOWED_HOSTS: '127.0.0.1' });
    await t.app.listen({ port, host: '127.0.0.1' });
    atPresent(t);
    const place = await cast(t);
    const { id } = await mcpCredentialOf(t, place);
    const client = (await documentHost()).describe('/client.json');
    const folder = mkdtempSync(join(tmpdir(), 'conformance-'));
    const suite = spawn(
      process.execPath,
      [
        'node_modules/@modelcontextprotocol/conformance/dist/index.js',
        'authorization',
        `--url=${base}/oauth`,
        `--client-id=${client}`,
        `--resource=${base}/mcp`,
        `--port=${callbackPort}`,
        `--spec-version=${revision}`,
        `--output-dir=${folder}`,
      ],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );

    // The suite prints the URL that a person must open.
    let told = '';
    const opened = new Promise<URL>((resolve) => {
      suite.stdout.on('data', (chunk: Buffer) => {
        told += chunk.toString();
        const [address] = /http:\S+\/oauth\/auth\?\S+(?=\n)/.exec(told) ?? [];
        if (address !== undefined) resolve(new URL(address));
      });
    });
    const ended = new Promise<number | null>((resolve) => void suite.on('exit', resolve));
    const visitor = remoteVisitor(base);
    const pages = atPages(visitor, place.owner);
    const url = await Promise.race([opened, ended.then(() => null)]);
    if (!url) throw new Error(`The suite asked for nobody: ${told}`);
    const { elsewhere } = await pages.allow(await pages.signIn(await visitor.open(url)), id);
    await fetch(elsewhere ?? '');
    const code = await ended;
    const checks = globSync('**/checks.json', { cwd: folder }).flatMap(
      (file) => JSON.parse(readFileSync(join(folder, file), 'utf8')) as Check[],
    );
    rmSync(folder, { recursive: true });

    expect(code).toBe(0);
    expect(Object.fromEntries(checks.map(({ id: name, status }) => [name, status]))).toEqual({
      'authorization-server-metadata': 'SUCCESS',
      'authorization-server-metadata-cimd': 'SUCCESS',
      'authorization-code-grant': 'SUCCESS',
    });
  },
);
