import { globSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { packages, rooms } from './house.ts';
import { codeOf, cycleIn, importsOf, matches, productFiles, read, sdkFiles } from './source.ts';

const architecture = read('ARCHITECTURE.md');
const files = [...productFiles, ...sdkFiles, ...globSync('{scripts,console}/**/*.{ts,tsx}')];
const imports = new Map(files.map((file) => [file, importsOf(file)]));

/** The rows of the import table: files, and the files that they may import. */
const table = [...architecture.matchAll(/^\| (`[^|]+`) +\|[^|]+\|([^|]+`[^|]*)\|$/gm)].map((row) => {
  const [from = [], to = []] = row
    .slice(1)
    .map((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, pattern = '']) => pattern));
  return { from, to };
});
const wingMap = wingsOf(architecture);
const packageMap = split(packages);
const roomMap = split(rooms);
const openRooms = ['access', 'ports', 'audit', 'event'];
/** The wing of each room. */
const wingOf = new Map(
  globSync('schema/*/*/')
    .map((folder) => folder.split('/'))
    .map(([, wing = '', room = '']) => [room, wing] as const)
    .filter(([room]) => room !== ''),
);

/** Parses the lines `wing : one two` of the fenced block. */
function wingsOf(document: string): Map<string, string[]> {
  const [, block = ''] = /^```wings\n([^`]+)^```/m.exec(document) ?? [];
  const lines = block.trim().split('\n');
  return split(Object.fromEntries(lines.map((line) => line.split(/\s*:\s*/))));
}

function split(map: Readonly<Record<string, string>>): Map<string, string[]> {
  return new Map(Object.entries(map).map(([key, values]) => [key, values.split(' ').filter(Boolean)]));
}

/**
 * Returns what a file in `schema/` may import there: files of its wing and lower wings, open rooms, and rooms
 * of the map.
 */
function openTo(file: string): string[] {
  const [, wing, room] = /^schema\/([^/]+)\/(?:([^/]+)\/)?[^/]+$/.exec(file) ?? [];
  if (wing === undefined) return [];
  const wings = [wing, ...(wingMap.get(wing) ?? [])];
  const named = [...openRooms, ...(room === undefined ? [] : [room, ...(roomMap.get(room) ?? [])])];
  return [
    ...wings.map((name) => `schema/${name}/*.ts`),
    ...named
      .filter((name) => wings.includes(wingOf.get(name) ?? ''))
      .map((name) => `schema/${wingOf.get(name)}/${name}/*.ts`),
  ];
}

function straysOf(file: string): string[] {
  const row = table.find(({ from }) => matches(file, from));
  const [folder = ''] = file.split('/', 1);
  const ours = [...(row?.to ?? []), ...openTo(file)];
  const { ours: imported, packages: used } = imports.get(file) ?? { ours: [], packages: [] };
  return [
    ...imported.filter((path) => !matches(path, ours)),
    ...used.filter((name) => !matches(name, packageMap.get(folder) ?? [])),
  ];
}

describe('imports', () => {
  it('are found: the law reads the table, the packages, the map and the files', () => {
    expect([table.length, packageMap.size]).toEqual([15, 7]);
    expect([...imports.values()].flatMap(({ ours }) => ours).length).toBeGreaterThan(300);
    expect(new Set(wingMap.keys())).toEqual(
      new Set(globSync('schema/*/').map((folder) => folder.split('/')[1])),
    );
    expect(new Set(roomMap.keys())).toEqual(new Set(wingOf.keys()));
  });

  it('follow the table and the wings of ARCHITECTURE.md, the rooms and the packages of this folder', () => {
    const strays = files.flatMap((file) => straysOf(file).map((stray) => `${file} may not import ${stray}`));

    expect(strays).toEqual([]);
  });

  it('never turn back: there is no cycle among files, types included, nor in either map', () => {
    expect(cycleIn(new Map([...imports].map(([file, { ours }]) => [file, ours])))).toBeNull();
    expect(cycleIn(wingMap)).toBeNull();
    expect(cycleIn(roomMap)).toBeNull();
  });

  it('name the file that defines: nothing is exported again but by the face of the package', () => {
    const again = files.filter((file) => /^export\s+(type\s+)?[*{][^;]*\sfrom\s/m.test(codeOf(file)));

    expect(again).toEqual(['sdk/src/index.ts']);
  });

  it('of the package are none of Node’s own modules, since it runs elsewhere too', () => {
    expect(sdkFiles.filter((file) => /'node:/.test(codeOf(file)))).toEqual([]);
  });

  it('of schema/index.ts list every file that adds to the schema', () => {
    const adding = files.filter(
      (file) => file.startsWith('schema/') && /(?:^|=\s)builder(?:\.|\s*$)/m.test(codeOf(file)),
    );
    const listed = new Set([
      'schema/index.ts',
      'schema/kernel/builder.ts',
      ...(imports.get('schema/index.ts')?.ours ?? []),
    ]);

    expect(adding.filter((file) => !listed.has(file))).toEqual([]);
  });
});
