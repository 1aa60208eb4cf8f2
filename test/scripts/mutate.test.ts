import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'sallyport-mutated-'));
afterAll(() => rmSync(folder, { recursive: true }));
const files = {
  'schema/hall/rules.ts': `
    export const seats = 3;
    export function isFull(guests: number): boolean {
      return guests >= seats;
    }
    export function isLate(minutes: number): boolean {
      return minutes > 15;
    }
    export function count(doors: string[]): number {
      let open = 0;
      for (let at = 0; at < doors.length; at = at + 1) if (doors[at] === 'open') open = open + 1;
      return open;
    }
    export function unused(a: number): boolean {
      return a < 1;
    }
  `,
  'test/schema/hall/rules.test.ts': `
    import { expect, it } from 'vitest';
    import { count, isFull, isLate, seats } from '../../../schema/hall/rules.ts';
    it('is full with the third guest', () => expect([isFull(2), isFull(3), seats]).toEqual([false, true, 3]));
    it('says something of time', () => expect(isLate(60)).toBe(true));
    it('counts its doors', () => expect(count(['open', 'shut'])).toBe(1));
  `,
  'vitest.config.ts':
    'export default { test: { pool: "forks", isolate: false, experimental: { viteModuleRunner: false } } };',
  'package.json': '{ "type": "module" }',
  'tsconfig.json': readFileSync(join(root, 'tsconfig.json'), 'utf8'),
};
for (const [file, text] of Object.entries(files)) write(file, text);
symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
writeFileSync(join(folder, '.gitignore'), 'node_modules');
git('init', '--quiet', '--initial-branch=main');
git('add', '.');
git('commit', '--quiet', '--message=begun');

describe('npm run mutate', () => {
  it('reports which mutations the tests noticed, missed, hung on or never ran', async () => {
    const { code, stdout } = await mutate('schema/hall', '--seed=7', '--count=100', '--patience=3');

    expect(stdout).toContain('1 files, seed 7.');
    expect(stdout).toMatch(
      /noticed +schema\/hall\/rules.ts:4 {2}guests >= seats {2}becomes {2}guests > seats/,
    );
    expect(stdout).toMatch(/noticed +schema\/hall\/rules.ts:2 {2}3 {2}becomes {2}4/);
    expect(stdout).toMatch(/at \+ 1 {2}becomes {2}at - 1\n.*timed out/);
    expect(stdout).toContain('survived  schema/hall/rules.ts:7  minutes > 15  becomes  minutes >= 15');
    expect(stdout).toContain('reached by no test  schema/hall/rules.ts:15  a < 1  becomes  a <= 1');
    expect(code).toBe(1);
  });

  it('mutates the lines that differ from the base, and leaves the tree unchanged without a copy of it', async () => {
    write('schema/hall/rules.ts', files['schema/hall/rules.ts'].replace('minutes > 15', 'minutes > 16'));

    const { stdout } = await mutate('--count=100');

    expect(stdout).toMatch(/^2 mutations in 1 files/m);
    expect(stdout).toContain('2 survived');
    expect(git('status', '--short')).toBe(' M schema/hall/rules.ts\n');
    expect(globSync('sallyport-mutate-*', { cwd: folder })).toEqual([]);
  });
});

describe('a mutation without time for its tests', () => {
  it('is reported as such, and not as one that survived', async () => {
    const { code, stdout } = await mutate('schema/hall', '--count=3', '--minutes=0');

    expect(stdout).toContain('3 out of time');
    expect(code).toBe(0);
  });
});

function write(file: string, text: string): void {
  mkdirSync(dirname(join(folder, file)), { recursive: true });
  writeFileSync(join(folder, file), text);
}

function git(...args: string[]): string {
  const who = ['-c', 'user.name=Test', '-c', 'user.email=test@example.com'];
  return execFileSync('git', [...who, ...args], { cwd: folder, encoding: 'utf8' });
}

async function mutate(...args: string[]): Promise<{ code: number | null; stdout: string }> {
  const child = spawn(process.execPath, [join(root, 'scripts/mutate.ts'), ...args], {
    cwd: folder,
    // Places the copies where the test looks for them.
    env: { ...process.env, TMPDIR: folder },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let stdout = '';
  child.stdout.on('data', (text: Buffer) => void (stdout += text.toString()));
  const [code] = await once(child, 'close');
  return { code: code as number | null, stdout };
}
