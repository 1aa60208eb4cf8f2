import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../support/server-process.ts';

const root = join(import.meta.dirname, '../..');

describe('npm run build', () => {
  it('joins the server into files that run, and reads what lies beside a module where it lies', () => {
    const place = new Place();
    place.write('server/deep/word.ts', readsBesideItself);
    place.write('server/deep/word.txt', 'first');

    expect(place.build()).toMatch(/^The server is built, in \d+\.\d s\.\n$/);
    expect(place.run()).toBe('main: first\n');
    place.write('server/deep/word.txt', 'second');
    expect(place.run()).toBe('main: second\n');
    expect(place.imported()).not.toContain('.ts');
  });

  it('builds only after a change of the sources', () => {
    const place = new Place();
    place.build();
    const before = place.imported();

    expect(place.build()).toBe('');
    expect(place.imported()).toBe(before);
    place.write('server/deep/word.ts', `export const word = 'changed';`);
    expect(place.build()).toContain('The server is built');
    expect(place.run()).toBe('main: changed\n');
  });

  it('goes back to an earlier build, and keeps two of them for running processes', () => {
    const place = new Place();
    const texts = ['one', 'two', 'three'].map((word) => `export const word = '${word}';`);
    for (const text of texts) {
      place.write('server/deep/word.ts', text);
      place.build();
    }

    expect(place.builds()).toHaveLength(2);
    place.write('server/deep/word.ts', texts[1] ?? '');
    expect(place.build()).toBe('');
    expect(place.run()).toBe('main: two\n');
  });

  it('runs the sources where the development dependencies are missing, also after an update', () => {
    const place = new Place();
    place.build();
    rmSync(join(place.folder, 'node_modules'));
    place.write('server/deep/word.ts', `export const word = 'updated';`);

    expect(place.build()).toBe('');
    expect(place.imported()).toBe(`import '../server/main.ts';\n`);
    expect(place.run()).toBe('main: updated\n');
  });

  it('refuses to build a server that lacks a package', () => {
    const place = new Place();
    place.write('server/deep/word.ts', `export { word } from 'no-such-package';`);

    expect(place.fail()).toContain('The built server would not find no-such-package.');
    expect(place.builds()).toEqual([]);
  });
});

const readsBesideItself = `import { readFileSync } from 'node:fs';
import { join } from 'node:path';
export const word: string = readFileSync(join(import.meta.dirname, 'word.txt'), 'utf8');`;

/** A small installation with the build of this one. */
class Place {
  readonly folder = temporaryFolder();

  constructor() {
    for (const path of ['scripts/build', 'scripts/build.ts', 'package-lock.json'])
      cpSync(join(root, path), join(this.folder, path), { recursive: true });
    symlinkSync(join(root, 'node_modules'), join(this.folder, 'node_modules'));
    this.write('package.json', '{ "type": "module" }');
    this.write('server/deep/word.ts', `export const word = 'as installed';`);
    for (const name of ['main', 'worker'])
      this.write(
        `server/${name}.ts`,
        `import { word } from './deep/word.ts';\nconsole.log('${name}: ' + word);`,
      );
  }

  write(path: string, text: string): void {
    mkdirSync(join(this.folder, path, '..'), { recursive: true });
    writeFileSync(join(this.folder, path), text);
  }

  /** Returns what the build printed. */
  build(): string {
    return this.#node('scripts/build.ts').stdout;
  }

  /** Returns the error with which the build ended. */
  fail(): string {
    return this.#node('scripts/build.ts').stderr;
  }

  run(): string {
    return this.#node('dist/main.js').stdout;
  }

  imported(): string {
    return readFileSync(join(this.folder, 'dist/main.js'), 'utf8');
  }

  /** The folders of builds. */
  builds(): string[] {
    const dist = join(this.folder, 'dist');
    return readdirSync(dist, { withFileTypes: true })
      .filter((it) => it.isDirectory())
      .map(({ name }) => name);
  }

  #node(program: string) {
    const env = { ...process.env, CONSOLE: 'off' };
    return spawnSync(process.execPath, [program], { cwd: this.folder, env, encoding: 'utf8' });
  }
}
