import { spawn, spawnSync, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { homedir, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll } from 'vitest';
import { bareEnvironment } from '../support/environment.ts';

const root = join(import.meta.dirname, '../..');

/** Returns a function that finds a code block of the document by the name after its language. */
export function codeIn(document: string): (name: string) => string {
  const text = readFileSync(join(root, document), 'utf8');
  const blocks = new Map(
    [...text.matchAll(/^```\w+ (\S+)\n([^]*?)^```/gm)].map(([, name, code]) => [name, code]),
  );
  return (name) => {
    const code = blocks.get(name);
    if (code === undefined) throw new Error(`${document} has no code named ${name}.`);
    return code;
  };
}

/** Creates a folder with these files, in which programs can import `@sallyport/sdk`. */
export function folderWith(files: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), 'sallyport-recipe-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const sdk = 'node_modules/@sallyport/sdk';
  const all = {
    [`${sdk}/package.json`]: JSON.stringify({ type: 'module', exports: './index.js' }),
    [`${sdk}/index.js`]: `export * from ${JSON.stringify(join(root, 'sdk/src/index.ts'))};`,
    ...files,
  };
  for (const [name, text] of Object.entries(all)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folder;
}

export function isInstalled(program: string, question: string): boolean {
  return spawnSync(program, [question]).status === 0;
}

export interface Started {
  child: ChildProcessWithoutNullStreams;
  output: () => string;
  complaints: () => string;
}

/** Starts a program in a folder with a bare environment, plus HOME for the build cache of Go. */
export function started(command: readonly string[], folder: string, env: NodeJS.ProcessEnv = {}): Started {
  const [program = '', ...args] = command;
  const own = { HOME: homedir(), GOTOOLCHAIN: 'local', GO111MODULE: 'off', CGO_ENABLED: '0' };
  // Its own process group, because `go run` starts another process.
  const child = spawn(program, args, {
    cwd: folder,
    env: { ...bareEnvironment(), ...own, ...env },
    detached: true,
  });
  const [output, complaints] = [child.stdout, child.stderr].map((stream) => {
    let text = '';
    stream.on('data', (chunk: Buffer) => (text += chunk.toString()));
    return () => text.trim();
  }) as [() => string, () => string];
  return { child, output, complaints };
}

export async function stop({ child }: Started): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null) return;
  const closed = once(child, 'close');
  process.kill(-child.pid, 'SIGKILL');
  await closed;
}

/** Sends these lines to a program and returns its output lines. Throws if the program fails. */
export async function answersTo(program: Started, lines: readonly string[]): Promise<string[]> {
  program.child.stdin.end(`${lines.join('\n')}\n`);
  const [code] = await once(program.child, 'close');
  if (code !== 0) throw new Error(program.complaints());
  return program.output().split('\n');
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** Posts to a program as soon as it listens, and returns the status. */
export async function posted(
  { child, complaints }: Started,
  port: number,
  headers: Record<string, string>,
  body: string,
): Promise<number> {
  while (child.exitCode === null)
    try {
      const { status } = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', headers, body });
      return status;
    } catch {
      await wait(50);
    }
  throw new Error(complaints());
}
