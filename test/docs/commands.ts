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

/** The code blocks of a document in this language, as they are run. */
export function blocksOf(document: string, language: 'js' | 'json' | 'sh'): string[] {
  const text = readFileSync(join(root, document), 'utf8');
  return [...text.matchAll(/^( *)```(\w*)\n([^]*?)^ *```/gm)]
    .filter(([, , found]) => found === language)
    .map(([, indent = '', , code = '']) => code.replaceAll(new RegExp(`^${indent}`, 'gm'), ''));
}

/** What stands between backquotes in the text around the code blocks, on one line. */
export function spansOf(document: string): string[] {
  const text = readFileSync(join(root, document), 'utf8').replace(/^ *```[^]*?^ *```/gm, '');
  return [...text.matchAll(/`([^`]+)`/g)].map(([, span = '']) => span.replace(/\s*\n\s*/g, ' '));
}

/** The commands of a block: a line each, or several where the shell reads on. */
export function commandsOf(block: string): string[] {
  return [...block.matchAll(/(?:'[^']*'|"[^"]*"|\\\n|[^\n'"])+/g)]
    .map(([command]) => command.trim())
    .filter(Boolean);
}

/** Somebody who reads a document and does what it says, in a folder of their own, with what the answers before told. */
export function reader(origin: string, receiverPort: number) {
  const folder = mkdtempSync(join(tmpdir(), 'sallyport-reader-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  // As in the folder of the product, and an answer of 400 or more ends the command.
  for (const name of ['node_modules', 'examples']) symlinkSync(join(root, name), join(folder, name));
  writeFileSync(join(folder, '.curlrc'), 'silent\nshow-error\nfail-with-body\n');
  const known = new Map<string, string>();
  const variables: string[] = [];

  /** Puts in what is known for `<what>`: for `<id>` by the path before it, for `<…>` by the member that it is of. */
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

  /** Keeps the first of each kind of id, by its prefix, and of each other text, by its name. */
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
    /** Runs a command as it stands, and returns what it prints. */
    print: async (command: string) => await shell(filled(command)),
    /** Starts a command that does not end. */
    start: (command: string, env: NodeJS.ProcessEnv = {}): Started =>
      started(['bash', '-c', filled(command).replace(/ &$/, '')], folder, env),
    /** Runs a command as it stands, and learns from what it answers. */
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
    /** Saves a program and runs it by the command given, else by that of its first line. */
    async runProgram(code: string, command = code.slice('// '.length, code.indexOf('\n'))): Promise<string> {
      const [name = ''] = /\w+\.mjs/.exec(command) ?? [];
      writeFileSync(join(folder, name), code.replaceAll('localhost:4000', new URL(origin).host));
      return await shell(filled(command));
    },
  };
}
