import { expect, it } from 'vitest';
import { codeOf, productFiles } from './source.ts';

/** Exported functions whose names claim a lock on a row, with their code. */
const locking = productFiles
  .filter((file) => file.startsWith('schema/'))
  .flatMap((file) =>
    [...codeOf(file).matchAll(/^export async function ((?:lock|shareLock)[A-Z]\w*)[\s\S]*?^}/gm)].map(
      ([code, name = '']) => ({ name: `${name} of ${file}`, code }),
    ),
  );

it('a function that says that it locks does, or has another one do it', () => {
  const locks = /\.for(?:NoKey)?Update\(|\.for(?:Key)?Share\(|await (?:lock|shareLock|touch)\w*\(/;

  expect(locking.length).toBeGreaterThan(20);
  expect(locking.filter(({ code }) => !locks.test(code)).map(({ name }) => name)).toEqual([]);
});
