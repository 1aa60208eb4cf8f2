import { describe, expect, it } from 'vitest';
import { remedies } from '../../schema/values/error-remedies.ts';
import { roles } from '../../db/models/member.ts';
import { holds, permissions, permits } from '../../schema/kernel/access/permissions.ts';
import { catalogue } from '../../schema/records/event/catalogue.ts';
import { errorTable } from '../../schema/values/error-table.ts';
import { variables } from '../../server/config/env.ts';
import { rowsIn, rowsUnder } from './markdown.ts';
import { read } from './source.ts';

const nameIn = (cell = '') => cell.replaceAll('`', '');

describe('docs/reference', () => {
  it('settings.md lists every setting with its default', () => {
    const listed = rowsIn(read('docs/reference/settings.md')).map(([name, preset]) => [
      nameIn(name),
      nameIn(preset),
    ]);
    const settings = Object.entries(variables).map(([name, variable]) => [
      name,
      String(variable.safeParse(undefined).data ?? ''),
    ]);

    expect(listed).toHaveLength(settings.length);
    expect(Object.fromEntries(listed)).toEqual(Object.fromEntries(settings));
  });

  it('errors.md lists every code under its status', () => {
    const sections = read('docs/reference/errors.md').split(/^## /m).slice(1);
    const listed = sections.flatMap((section) =>
      rowsIn(section).map(([code, second = '']) => {
        const own = /^\d{3}$/.exec(second)?.[0];
        return [nameIn(code), own ? [own] : (section.split(':')[0]?.match(/\d{3}/g) ?? [])] as const;
      }),
    );
    const codes = Object.entries(errorTable);

    expect(listed.map(([code]) => code).toSorted()).toEqual(codes.map(([code]) => code).toSorted());
    for (const [code, statuses] of listed)
      expect([code, statuses]).toEqual([
        code,
        expect.arrayContaining([String(errorTable[code as keyof typeof errorTable][0])]),
      ]);
  });

  it('errors.md has the same remedies as the pages of the reference', () => {
    const rows = read('docs/reference/errors.md').split(/^## /m).slice(1).flatMap(rowsIn);
    const listed = rows.map((row) => [
      nameIn(row[0]),
      row.at(-1)?.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1'),
    ]);

    expect(Object.fromEntries(listed)).toEqual(remedies);
  });

  it('events.md lists every type', () => {
    const listed = rowsUnder('docs/reference/events.md', 'Types').flatMap(([resource, names = '']) =>
      names.split(', ').map((name) => `${nameIn(resource)}.${nameIn(name)}`),
    );

    expect(listed.toSorted()).toEqual(Object.keys(catalogue).toSorted());
  });

  it('roles.md lists every permission with its roles, and those that no automation has', () => {
    const [letters = [], ...listed] = rowsIn(read('docs/reference/roles.md'));
    const rows = permissions.map((permission) => {
      const isOfPeople = !roles.some((role) => permits({ kind: 'AUTOMATION', role }, permission));
      return [
        `\`${permission}\`${isOfPeople ? ' *' : ''}`,
        ...roles.map((role) => (holds(role, permission) ? 'x' : '')),
      ];
    });

    expect(letters).toEqual(['role', ...roles]);
    expect(listed).toEqual(rows);
  });

  it('commands.md lists every script of package.json', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
    const text = read('docs/reference/commands.md');
    const listed = new Set(
      [...text.matchAll(/`npm (?:run )?([\w-]+)/g)]
        .map(([, name = '']) => name)
        .filter((name) => name !== 'ci'),
    );

    // npm runs `prestart` by itself, before `start`.
    const named = Object.keys(scripts).filter(
      (name) => !name.startsWith('pre') || !(name.slice(3) in scripts),
    );
    expect([...listed].toSorted()).toEqual(named.toSorted());
  });
});
