import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { claimDataFolder } from '../../db/data-folder.ts';
import { startChild, type Child } from '../support/child.ts';

const root = mkdtempSync(join(tmpdir(), 'sallyport-test-'));
const children: Child[] = [];
let made = 0;

afterEach(async () => {
  await Promise.all(children.splice(0).map(async (child) => await child.kill()));
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

describe('a data folder', () => {
  it('is made for its owner alone', () => {
    using folder = claimDataFolder(newPath());

    expect(statSync(folder.path).mode & 0o777).toBe(0o700);
  });

  it('is refused to a second process, by a sentence that names the first and says what to do', async () => {
    const path = newPath();
    const folder = claimDataFolder(path);

    const answer = await tell(contestant(path), 'claim');
    folder.release();

    expect(answer).toMatch(
      `The data folder ${path} is in use by process ${process.pid} on ${hostname()}, started 2`,
    );
    expect(answer).toContain(
      'Stop that process, or choose another folder by DATA_DIR; to run several processes, set DATABASE_URL',
    );
  });

  it('is refused to the process that has it already', () => {
    using folder = claimDataFolder(newPath());

    expect(() => claimDataFolder(folder.path)).toThrow('is in use by process');
  });

  it('is free when it was released', async () => {
    const path = newPath();
    const first = contestant(path);
    await tell(first, 'claim');

    await tell(first, 'release');

    expect(await tell(contestant(path), 'claim')).toBe('claimed');
  });

  it('is not taken from a holder that stands still', async () => {
    const path = newPath();
    const holder = contestant(path);
    await tell(holder, 'claim');

    holder.signal('SIGSTOP');

    expect(await tell(contestant(path), 'claim')).toContain(`in use by process ${holder.process.pid} `);
  });

  it('is free at once when its holder was killed with -9, whatever the holder left behind', async () => {
    const path = newPath();
    const holder = contestant(path);
    await tell(holder, 'claim');

    await holder.kill();

    expect(await tell(contestant(path), 'claim')).toBe('claimed');
  });

  it('goes to exactly one of four that claim it at once', async () => {
    const path = newPath();
    const four = [contestant(path), contestant(path), contestant(path), contestant(path)];
    const rounds = process.env['SOAK'] === '1' ? 100 : 20;

    for (let round = 0; round < rounds; round += 1) {
      const answers = await Promise.all(four.map(async (child) => await tell(child, 'claim')));

      expect(answers.filter((answer) => answer === 'claimed')).toHaveLength(1);
      expect(answers.filter((answer) => answer?.includes('is in use by'))).toHaveLength(3);
      await Promise.all(four.map(async (child) => await tell(child, 'release')));
    }
    expect(four.flatMap(({ errors }) => errors)).toEqual([]);
  });

  it('says why it cannot be used', () => {
    const path = newPath();
    writeFileSync(path, 'a file');

    expect(() => claimDataFolder(path)).toThrow(
      /^The data folder .* cannot be used: EEXIST.*\. Check DATA_DIR\.$/,
    );
  });
});

function newPath(): string {
  made += 1;
  return join(root, `folder-${made}`);
}

function contestant(path: string): Child {
  const child = startChild(new URL('data-folder.child.ts', import.meta.url), path);
  children.push(child);
  return child;
}

async function tell(child: Child, order: 'claim' | 'release'): Promise<string | undefined> {
  child.send(order);
  return await child.line();
}
