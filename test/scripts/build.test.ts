import { spawnSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
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

  it('builds again after npm has installed another version of a package', () => {
    const place = new Place();
    place.write('server/deep/word.ts', `export { word } from 'changing';`);
    place.install('1.0.0');
    place.build();
    expect(place.run()).toBe('main: 1.0.0\n');

    place.install('2.0.0');

    expect(place.build()).toContain('The server is built');
    expect(place.run()).toBe('main: 2.0.0\n');
  });

  it('keeps a build for a day after its use, for processes that load more parts of it', () => {
    const place = new Place();
    const [first = '', second = ''] = ['one', 'two'].map((word) => {
      place.write('server/deep/word.ts', `export const word = '${word}';`);
      place.build();
      return place.builtFolder();
    });
    place.age(first, 25);
    place.age(second, 25);
    place.write('server/deep/word.ts', `export const word = 'three';`);
    place.build();

    expect(place.builds().toSorted()).toEqual([second, place.builtFolder()].toSorted());
  });

  it('goes back to an earlier build, and mends one of which files are missing', () => {
    const place = new Place();
    place.build();
    const first = place.builtFolder();
    place.write('server/deep/word.ts', `export const word = 'two';`);
    place.build();
    place.write('server/deep/word.ts', wordAsInstalled);
    expect(place.build()).toBe('');
    expect(place.builtFolder()).toBe(first);

    rmSync(join(place.folder, 'dist', first, 'main.js'));

    expect(place.build()).toContain('The server is built');
    expect(place.run()).toBe('main: as installed\n');
  });

  it('runs the sources where the development dependencies are missing, also after an update', () => {
    const place = new Place();
    place.build();
    rmSync(join(place.folder, 'node_modules/rolldown'));
    expect(place.build()).toBe('');
    expect(place.run()).toBe('main: as installed\n');
    place.write('server/deep/word.ts', `export const word = 'updated';`);

    expect(place.build()).toContain('The server runs from its sources');
    expect(place.imported()).toBe(`import '../server/main.ts';\n`);
    expect(place.run()).toBe('main: updated\n');
  });

  it('refuses to build a server that lacks a package', () => {
    const place = new Place();
    place.write('server/deep/word.ts', `export { word } from 'no-such-package';`);

    expect(place.fail()).toBe('The build failed: The server would not find no-such-package.\n');
    expect(place.builds()).toEqual([]);
  });
});

const wordAsInstalled = `export const word = 'as installed';`;
const readsBesideItself = `import { readFileSync } from 'node:fs';
import { join } from 'node:path';
export const word: string = readFileSync(join(import.meta.dirname, 'word.txt'), 'utf8');`;

/** A small installation with the build of this one. */
class Place {
  readonly folder = temporaryFolder();

  constructor() {
    for (const path of ['scripts/build', 'scripts/build.ts'])
      cpSync(join(root, path), join(this.folder, path), { recursive: true });
    mkdirSync(join(this.folder, 'node_modules'));
    symlinkSync(join(root, 'node_modules/rolldown'), join(this.folder, 'node_modules/rolldown'));
    this.write('package.json', '{ "type": "module" }');
    this.write('server/deep/word.ts', wordAsInstalled);
    for (const name of ['main', 'worker'])
      this.write(
        `server/${name}.ts`,
        `import { word } from './deep/word.ts';\nconsole.log('${name}: ' + word);`,
      );
  }

  /** Installs a version of the package `changing`, as npm does. */
  install(version: string): void {
    const packages = {
      'node_modules/changing': { version },
      'node_modules/other': { version: '1.0.0', dev: true },
    };
    this.write('node_modules/.package-lock.json', JSON.stringify({ packages }));
    this.write(
      'node_modules/changing/package.json',
      JSON.stringify({ name: 'changing', type: 'module', main: 'index.js' }),
    );
    this.write('node_modules/changing/index.js', `export const word = '${version}';`);
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

  builtFolder(): string {
    return /'\.\/(\w+)\//.exec(this.imported())?.[1] ?? '';
  }

  /** Lets a build have been used so many hours ago. */
  age(build: string, hours: number): void {
    const then = new Date(Date.now() - hours * 60 * 60_000);
    utimesSync(join(this.folder, 'dist', build), then, then);
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
