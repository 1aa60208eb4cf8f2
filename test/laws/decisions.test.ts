import { globSync } from 'node:fs';
import { basename } from 'node:path';
import { describe, expect, it } from 'vitest';
import { read } from './source.ts';

const index = read('docs/decisions/README.md');
const records = globSync('docs/decisions/[0-9]*.md').toSorted();
const head =
  /^# (?<number>\d+)\. (?<title>.+)\n\n- Status: (?<status>Accepted|Superseded by (?<by>\d{4}))\n- Date: (?<date>\d{4}-\d{2}-\d{2})\n/;

describe('the decisions', () => {
  it.each(records)('%s has a number, a title, a status and a date', (record) => {
    const { number, by, date = '' } = headOf(record);
    const others = records.filter((other) => other !== record).map((other) => basename(other).slice(0, 4));

    expect(number).toBe(String(Number.parseInt(basename(record), 10)));
    expect(new Date(date).toISOString()).toContain(date);
    expect(by === undefined || others.includes(by)).toBe(true);
  });

  it.each(records)('%s has a row in the index', (record) => {
    const { number, title, status } = headOf(record);
    const row = index.split('\n').find((line) => line.startsWith(`| ${number} |`));

    expect(row).toContain(`| [${title}](${basename(record)}) |`);
    expect(row?.replaceAll(/\[(\d{4})\]\([^)]*\)/g, '$1')).toContain(`| ${status} |`);
  });

  it('the index lists only records that exist', () => {
    const listed = [...index.matchAll(/\((\d{4}-[^)]*)\)/g)].map(([, name = '']) => name);

    expect(listed.filter((name) => !records.some((record) => basename(record) === name))).toEqual([]);
  });
});

function headOf(record: string): Partial<Record<string, string>> {
  return head.exec(read(record))?.groups ?? {};
}
