import { describe, expect, it } from 'vitest';
import { read, testFiles } from './source.ts';

/** The rows of spec §4 with the statuses that are documented. */
// oxfmt-ignore
const documented = [
  { row: 'POST /v1/sandbox/echo',        statuses: [200, 401, 422] },
  { row: 'GET /v1/sandbox/health',       statuses: [200] },
  { row: 'POST /v1/sandbox/validate',    statuses: [200, 422] },
  { row: 'GET /api/developer-portal/me', statuses: [] },
];

/** Rules about what is not there yet. */
const later = new Set(['5.8', '5.10']);

const title = /(?:\b(describe|it)|\))\(\s*(['"`])((?:\\.|(?!\2).)*)\2/g;

interface Title {
  isGroup: boolean;
  text: string;
}

const files = testFiles
  .filter((file) => file.endsWith('.test.ts'))
  .map((file) =>
    [...read(file).matchAll(title)].map(([, kind, , text = '']): Title => ({
      isGroup: kind === 'describe',
      text,
    })),
  );
const titles = files.flat().map(({ text }) => text);

/** What the specification numbers: its sections, and within §5 its rules. */
function numbered(): string[] {
  const sections = read('docs/specification.md').split(/^## /m).slice(1);
  return sections.flatMap((section) => {
    const number = Number.parseInt(section, 10);
    const rules =
      number === 5 ? [...section.matchAll(/^(\d+)\. /gm)].slice(1).map(([, rule]) => `5.${rule}`) : [];
    return number === 1 ? [] : [String(number)].concat(rules);
  });
}

describe('the specification', () => {
  it.each(numbered().filter((number) => !later.has(number)))('has a test named after §%s', (number) => {
    const cited = new RegExp(
      `spec [^:]*§${number.replace('.', String.raw`\.`)}(?!\\d)${number === '5' ? '' : String.raw`(?!\.\d)`}`,
    );

    expect(titles.some((text) => cited.test(text))).toBe(true);
  });

  it.each(documented)('has tests of $row for each documented status: $statuses', ({ row, statuses }) => {
    const inside = files.flatMap((list) =>
      list.filter((_, index) =>
        list
          .slice(0, index)
          .findLast(({ isGroup }) => isGroup)
          ?.text.startsWith(row),
      ),
    );
    const tested = statuses.filter((status) =>
      inside.some(({ text }) => new RegExp(`\\b${status}\\b`).test(text)),
    );

    expect(titles.some((text) => text.startsWith(row))).toBe(true);
    expect(tested).toEqual(statuses);
  });
});
