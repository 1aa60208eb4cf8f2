import { describe, expect, it } from 'vitest';
import { namedPages } from '../../../../../adapters/http/pages/reference/addresses.ts';
import { routes } from '../../../../../adapters/rest/routes.ts';
import { roles } from '../../../../../db/models/member.ts';
import { holds, permissions } from '../../../../../schema/kernel/access/permissions.ts';
import { catalogue } from '../../../../../schema/records/event/catalogue.ts';
import { replaceCredentials } from '../../../../../schema/values/credential-in-url.ts';
import { errorTable } from '../../../../../schema/values/error-table.ts';
import { testApp } from '../../../../support/app.ts';
import {
  renderedPages,
  servedDescription,
  textOfHtml,
  textOfMarkdown,
  wordsIn,
} from '../../../../support/reference.ts';

const t = await testApp();
const description = await servedDescription(t);
const pages = renderedPages(description);
const lists = [...pages].filter(([name]) => name.startsWith('list '));
const others = [...pages].filter(([name]) => !name.startsWith('list '));
const htmlOf = (name: string) => pages.get(name)?.html ?? '';
const markdownOf = (name: string) => pages.get(name)?.markdown ?? '';
const idsIn = (html: string, tag: string) =>
  [...html.matchAll(new RegExp(`<${tag} id="([^"]*)"`, 'g'))].map(([, id = '']) => id);

describe('the reference', () => {
  it('lists every route with its own page, and no other', () => {
    const listed = lists.flatMap(([, { html }]) => [
      ...html.matchAll(
        /<a href="\/reference\/(\w+)">\s*<b class="method \w+">(\w+)<\/b> <code>(.*?)<\/code>/g,
      ),
    ]);
    const told = listed.map(
      ([, id, method, path = '']) => `${id} ${method} ${path.replaceAll('<wbr />', '')}`,
    );
    const served = routes.map(
      ({ operationId, method, path }) => `${operationId} ${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`,
    );

    expect(told.toSorted()).toEqual(served.toSorted());
    expect(lists).toHaveLength(Math.ceil(routes.length / 50));
    expect(others.map(([name]) => name).toSorted()).toEqual(
      [...namedPages, ...routes.map(({ operationId }) => operationId)].toSorted(),
    );
  });

  it('gives no operation the name of another page', () => {
    const names: readonly string[] = namedPages;

    expect(routes.filter(({ operationId }) => names.includes(operationId))).toEqual([]);
  });

  it('lists every error code under its status, and no other', () => {
    const sections = htmlOf('errors').split('<h2>').slice(1);
    const told = sections.flatMap((section) =>
      idsIn(section, 'tr').map((id) => [id, Number.parseInt(section, 10)]),
    );

    expect(Object.fromEntries(told)).toEqual(
      Object.fromEntries(Object.entries(errorTable).map(([code, [status]]) => [code, status])),
    );
    expect(told).toHaveLength(Object.keys(errorTable).length);
  });

  it('lists every event type with its meaning, and no other', () => {
    const rows = [...markdownOf('event-types').matchAll(/^\| `([\w.]+)` \| (.*) \|$/gm)];
    const told = rows.filter(([, type = '']) => type.includes('.') && Object.hasOwn(catalogue, type));

    expect(idsIn(htmlOf('event-types'), 'tr').toSorted()).toEqual(Object.keys(catalogue).toSorted());
    expect(Object.fromEntries(told.map(([, type, meaning = '']) => [type, textOfMarkdown(meaning)]))).toEqual(
      Object.fromEntries(Object.entries(catalogue).map(([type, { meaning }]) => [type, meaning])),
    );
  });

  it('lists the data of every event type', () => {
    const sections = markdownOf('event-types').split(/^## /m).slice(1);
    for (const [type, { data }] of Object.entries(catalogue)) {
      const section = sections.find((it) => it.startsWith(`${type.split('.')[0]}\n`)) ?? '';
      const tables = section.split('### Data').slice(1);
      const own =
        tables.length === 1 ? tables[0] : tables.find((it) => it.split('\n|')[0]?.includes(`\`${type}\``));
      for (const field of Object.keys(data.shape))
        expect(own, `${type} ${field}`).toContain(`| \`${field}\` |`);
    }
  });

  it('lists every permission with its roles, and no other', () => {
    const rows = [...markdownOf('permissions').matchAll(/^\| `([\w:]+)` \| ([\w, ]+) \| (?:yes|no) \|$/gm)];
    const held = permissions.map((permission) => {
      const holders = roles.filter((role) => holds(role, permission));
      return [permission, holders.length === roles.length ? 'all' : holders.join(', ')];
    });

    expect(rows.map(([, permission, names]) => [permission, names])).toEqual(held);
    expect(idsIn(htmlOf('permissions'), 'tr')).toEqual(permissions);
  });

  it('shows on the page of an operation its path, credential, permission, codes and statuses', () => {
    for (const [path, item] of Object.entries(description.paths ?? {}))
      for (const [method, operation] of Object.entries(item)) {
        const { operationId: id = '', responses = {} } = operation;
        const text = markdownOf(id);
        const codes = [...text.matchAll(/^\| (\d{3}) \| `(\w+)` \|/gm)].map(([, , code]) => code);
        const scheme = Object.keys(operation.security?.[0] ?? {})[0];

        expect(text, id).toContain(`\`${method.toUpperCase()} ${path}\``);
        expect(text, id).toContain(scheme ? `- Credential: \`${scheme}\`` : '- Credential: None.');
        expect(codes, id).toEqual(operation['x-error-codes']);
        const plain = textOfMarkdown(text).replaceAll('`', '');
        expect(plain, id).toContain(operation['x-required-permission'] ?? '');
        expect(plain, id).toContain(operation['x-required-scope'] ?? '');
        for (const status of Object.keys(responses).filter((it) => it.startsWith('2')))
          expect(text, id).toContain(`### ${status}`);
        for (const name of (operation.parameters ?? []).map((it) => it.name))
          expect(text, id).toContain(`| \`${name}\` |`);
      }
  });

  it('has a table with every field of a body, nested ones too', () => {
    const rows =
      markdownOf('createApiProductVersion').split('## Request body')[1]?.split('## Answers')[0] ?? '';

    for (const field of ['document', 'major', 'requestChecks', 'upstream', 'upstream.url'])
      expect(rows).toContain(`| \`${field}\` |`);
    expect(rows).toContain('`ENFORCE`, `REPORT`');
  });
});

describe('every page', () => {
  it('has the same words as its Markdown', () => {
    expect(pages.size).toBe(routes.length + namedPages.length + lists.length);
    for (const [name, { html, markdown }] of pages)
      expect(wordsIn(textOfHtml(html)), name).toEqual(wordsIn(textOfMarkdown(markdown)));
  });

  it('links to pages and rows that exist', () => {
    const rows = new Map(namedPages.map((name) => [name as string, new Set(idsIn(htmlOf(name), 'tr'))]));
    const lost: string[] = [];
    for (const [name, { html }] of pages)
      for (const [, href = ''] of html.matchAll(/<a\b[^>]*? href="([^"]*)"/g)) {
        const [path = '', anchor] = decodeURIComponent(href.replaceAll('&amp;', '&')).split('#');
        const target = path.replace(/^\/reference\/?/, '').replace(/\.md$/, '');
        const isPage = target === '' || pages.has(target) || /^(?:\.md)?\?page=\d$/.test(target);
        const isRow = anchor === undefined || rows.get(target)?.has(anchor);
        if (path !== '/openapi.json' && !(path.startsWith('/reference') && isPage && isRow))
          lost.push(`${name}: ${href}`);
      }

    expect(lost).toEqual([]);
  });

  it('runs no script except the list, loads nothing from elsewhere, and repeats no id', () => {
    for (const [name, { html }] of pages) {
      const scripts = html.match(/<script\b[^>]*>/g) ?? [];
      const ids = [...html.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id);

      expect(scripts, name).toEqual(
        name.startsWith('list ') ? ['<script src="/reference/filter.js" defer>'] : [],
      );
      expect(html, name).not.toMatch(
        /<img|<iframe|<object|<embed|<base|style=|<[^>]*\son\w+=|@import|url\(/i,
      );
      expect(html, name).not.toMatch(/(?:src|href|action)="(?:[a-z]+:|\/\/)/i);
      expect(
        ids.filter((id, at) => ids.indexOf(id) !== at),
        name,
      ).toEqual([]);
    }
  });

  it('contains no secret, and no sample with the form of one', () => {
    for (const [name, { html, markdown }] of pages) {
      const samples = [...markdown.matchAll(/^```\w+\n([^]*?)^```$/gm)].map(([, text]) => text).join('\n');

      expect(replaceCredentials(html, ''), name).toBe(html);
      expect(replaceCredentials(markdown, ''), name).toBe(markdown);
      expect(samples, name).not.toMatch(/\b(?:ak|whsec)_(?:sandbox|live)_|\btok_[a-z]+_|\b(?:rt|acs|mcs)_/);
    }
  });
});
