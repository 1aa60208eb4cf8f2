import { describe, expect, it } from 'vitest';
import { read, specificationPages, testFiles } from './source.ts';

/** The rows of spec §4 with their documented statuses. */
// oxfmt-ignore
const documented = [
  { row: 'POST /v1/sandbox/echo',        statuses: [200, 401, 422] },
  { row: 'GET /v1/sandbox/health',       statuses: [200] },
  { row: 'POST /v1/sandbox/validate',    statuses: [200, 422] },
  { row: 'GET /api/developer-portal/me', statuses: [] },
];

/** The rows of the other sections, each with a pattern for the title of its test. */
// oxfmt-ignore
const rows: [section: string, row: string, words: RegExp][] = [
  ['2', 'scopes: read, write',                             /scopes/],
  ['2', 'expiry: an optional date',                        /expiry/],
  ['2', 'secret: <kind>_<prefix>_<secret>',                /_<prefix>_<secret>/],
  ['2', 'secret: returned once, at creation or rotation',  /returns the secret once/],
  ['2', 'stored data: hash, prefix, last four',            /only these are kept/],
  ['2', 'session access token: a JWT issued at sign-in',   /a JWT issued at sign-in/],
  ['2', 'one role per member',                             /one role/],
  ['2', 'the eleven roles',                                /the eleven roles/],
  ['2', 'only active membership grants access',            /only active membership/],
  ['2', 'echo request',                                    /the echo request/],
  ['2', 'echo response',                                   /the echo response/],
  ['2', 'health response',                                 /the health response/],
  ['2', 'validate request',                                /the validate request/],
  ['2', 'validate response',                               /the validate response/],
  ['3', 'rotate: the old secret stops working immediately', /the old one stops working immediately/],
  ['3', 'revoke: the key is disabled permanently',         /disabled permanently/],
  ['3', 'live keys: administrators alone',                 /live keys/],
  ['7', '403: not an active member',                       /You do not have access to the requested workspace/],
  ['7', '403: lacks a permission',                         /Workspace permission is required/],
  ['7', '401: sandbox credential missing or invalid',      /401/],
  ['7', '422: sandbox payload fails validation',           /422/],
  ['8', 'a secret is displayed only once',                 /displayed only once/],
  ['8', 'a key may have an optional expiry date',          /without an expiry date/],
  ['8', 'checks grant no production approval',             /grants? no/],
];

/** Rules for features that do not exist yet. */
const later = new Set<string>();

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

/** Returns the numbers of the specification: its sections, and the rules of §5. */
function numbered(): string[] {
  const sections = specificationPages.flatMap((page) => read(page).split(/^## /m).slice(1));
  const numbers = sections.flatMap((section) => {
    const number = Number.parseInt(section, 10);
    const rules =
      number === 5 ? [...section.matchAll(/^(\d+)\. /gm)].slice(1).map(([, rule]) => `5.${rule}`) : [];
    return number === 1 ? [] : [String(number)].concat(rules);
  });
  // A section may span several pages.
  return [...new Set(numbers)];
}

describe('the specification', () => {
  it('numbers its sections and the rules of §5 without a gap', () => {
    const rules = Array.from({ length: 12 }, (_, index) => `5.${index + 1}`);

    expect(numbered()).toEqual(['2', '3', '4', '5', ...rules, '6', '7', '8', '9']);
  });

  it.each(numbered().filter((number) => !later.has(number)))('has a test named after §%s', (number) => {
    const cited = new RegExp(
      `spec [^:]*§${number.replace('.', String.raw`\.`)}(?!\\d)${number === '5' ? '' : String.raw`(?!\.\d)`}`,
    );

    expect(titles.some((text) => cited.test(text))).toBe(true);
  });

  it.each(rows)('has a test named after §%s: %s', (section, _row, words) => {
    const cited = titles.filter((text) => new RegExp(`spec [^:]*§${section}(?![\\d.])`).test(text));

    expect(cited.filter((text) => words.test(text))).not.toEqual([]);
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
