import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { aboutProcesses } from '../../vitest.config.ts';

/** The sections of the specification that test titles of these files name. */
function sectionsOf(files: readonly string[]): Set<string> {
  return new Set(files.flatMap((file) => readFileSync(file, 'utf8').match(/spec §\d+(\.\d+)*/g) ?? []));
}

describe('npm test', () => {
  const left = globSync(aboutProcesses.map((it) => (it.endsWith('**') ? `${it}/*.test.ts` : it)));

  it('leaves out files that exist', () => {
    for (const pattern of aboutProcesses) expect([pattern, globSync(pattern)]).not.toEqual([pattern, []]);
  });

  it('tests each section of the specification that CI tests', () => {
    // `npm test` leaves most laws to `npm run check`.
    const taken = globSync('test/**/*.test.ts').filter(
      (file) => !left.includes(file) && !file.startsWith('test/laws/'),
    );

    const tested = sectionsOf(taken);
    expect([...sectionsOf(left)].filter((section) => !tested.has(section))).toEqual([]);
  });
});
