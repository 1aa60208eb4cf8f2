import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll } from 'vitest';
import { bareEnvironment } from '../support/environment.ts';
import { started, type Started } from './recipes.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '../..');

/** Returns the code blocks of a document in this language, without their indentation. */
export function blocksOf(document: string, language: 'js' | 'json' | 'sh' | 'yaml'): string[] {
  const text = readFileSync(join(root, document), 'utf8');
  return [...text.matchAll(/^( *)```(\w*)\n([^]*?)^ *```/gm)]
    .filter(([, , found]) => found === language)
    .map(([, indent = '', , code = '']) => code.replaceAll(new RegExp(`^${indent}`, 'gm'), ''));
}

/** Returns the inline code outside the code blocks, each on one line. */
export function spansOf(document: string): string[] {
  const text = readFileSync(join(root, document), 'utf8').replace(/^ *```[^]*?^ *```/gm, '');
  return [...text.matchAll(/`([^`]+)`/g)].map(([, span = '']) => span.replace(/\s*\n\s*/g, ' '));
}

/** Splits a block into commands. A quote or a backslash at the end of a line continues the command. */
export function commandsOf(block: string): string[] {
  return [...block.matchAll(/(?:'[^']*'|"[^"]*"|\\\n|[^\n'"])+/g)]
    .map(([command]) => command.trim())
    .filter(Boolean);
}

/** Runs the commands of a document in a temporary folder, and fills in values from earlier answers. */
export function reader(origin: string, receiverPort: number) {
  const folder = mkdtempSync(join(tmpdir(), 'sallyport-reader-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  // The commands expect these folders. `fail-with-body` makes curl fail for a status of 400 or more.
  for (const name of ['node_modules', 'examples']) symlinkSync(join(root, name), join(folder, name));
  writeFileSync(join(folder, '.curlrc'), 'silent\nshow-error\nfail-with-body\n');
  const known = new Map<string, string>();
  const variables: string[] = [];

  /** Fills in `<what>`: `<id>` by the path segment before it, `<…>` by the name of its JSON member. */
  const filled = (text: string) =>
    text
      .replaceAll('http://localhost:4000', origin)
      .replaceAll('localhost:8080', `localhost:${receiverPort}`)
      .replaceAll(/(?:\/([\w-]+)\/|"(\w+)":")?<([^<>\n]+)>/g, (part, noun = '', member = '', name = '') => {
        const key = { id: `id of ${noun}`, '…': member as string }[name as string] ?? name;
        const value = known.get(key);
        if (value === undefined) throw new Error(`No answer before told ${key}: ${text}`);
        return part.replace(`<${name}>`, value);
      });

  /** Stores the first text of each member name, and the first id of each prefix. */
  const learn = (answer: unknown) => {
    const found = new Map<string, string>();
    JSON.stringify(answer, (name, value) => {
      if (typeof value !== 'string') return value;
      const prefix = /^([a-z]+)_\w+$/.exec(value)?.[1];
      for (const key of [name, ...(prefix ? [`${prefix}_…`] : [])])
        if (!found.has(key)) found.set(key, value);
      return value;
    });
    for (const [key, value] of found) known.set(key, value);
  };
  const know = (values: Record<string, string>) => {
    for (const [key, value] of Object.entries(values)) known.set(key, value);
  };
  const shell = async (text: string): Promise<string> => {
    const options = { cwd: folder, env: { ...bareEnvironment(), HOME: folder } };
    const ended = run('bash', ['-c', [...variables, text].join('\n')], options);
    const { stdout } = await ended.catch(({ stdout: told, stderr }: { stdout: string; stderr: string }) => {
      throw new Error(`${text}\n${told}${stderr}`);
    });
    return stdout;
  };

  return {
    folder,
    know,
    known: (key: string) => known.get(key) ?? '',
    /** Runs a command and returns its output. */
    print: async (command: string) => await shell(filled(command)),
    /** Starts a command that does not end. */
    start: (command: string, env: NodeJS.ProcessEnv = {}): Started =>
      started(['bash', '-c', filled(command).replace(/ &$/, '')], folder, env),
    /** Runs a command and stores the values of its JSON answer. */
    async run(command: string): Promise<void> {
      const text = filled(command);
      if (/^\w+=/.test(text)) return void variables.push(text);
      const stdout = await shell(text);
      if (stdout === '') return;
      const answer = JSON.parse(stdout);
      learn(answer);
      const noun = /-X POST \S*\/([\w-]+) /.exec(command)?.[1];
      if (noun) know({ [`id of ${noun}`]: answer.id, ...(noun === 'keys' && { keyId: answer.id }) });
    },
    /** Saves a program and runs it with the given command, or else with the command in its first line. */
    async runProgram(code: string, command = code.slice('// '.length, code.indexOf('\n'))): Promise<string> {
      const [name = ''] = /\w+\.mjs/.exec(command) ?? [];
      writeFileSync(join(folder, name), code.replaceAll('localhost:4000', new URL(origin).host));
      return await shell(filled(command));
    },
  };
}
