import { globSync } from 'node:fs';
import { Kind, parse } from 'graphql';
import { describe, expect, it } from 'vitest';
import { places } from '../../console/src/app/places.ts';
import { consoleDocuments } from '../../adapters/graphql/console-documents.generated.ts';
import { roles } from '../../db/models/member.ts';
import { schema } from '../../schema/index.ts';
import { holds, permissions, type Permission } from '../../schema/kernel/access/permissions.ts';
import { shownFields } from './bans.ts';
import { withoutScreen } from './console-fields.ts';
import { codeOf, importsOf, matches, read } from './source.ts';

const sources = globSync('console/src/**/*.{ts,tsx}').toSorted();
const styles = globSync('console/src/**/*.css').toSorted();

/** What each folder may import of the console; other folders hold a concept each. */
const folders: Readonly<Record<string, readonly string[]>> = {
  parts: ['parts'],
  session: ['session', 'parts'],
  app: ['app', 'session', 'parts'],
};

const bans = [
  { what: 'a style in a tag, which the policy refuses', form: /\bstyle=/ },
  { what: 'markup from text', form: /innerHTML|outerHTML|insertAdjacentHTML|document\.write/i },
  { what: 'an address elsewhere', form: /['"`](?:https?:)?\/\/[a-z]/ },
  { what: 'evaluated code', form: /\beval\(|new Function\(/ },
  {
    what: 'storage',
    form: /localStorage|sessionStorage|indexedDB/,
    except: ['app/preferences.ts', 'session/session.ts'],
  },
  { what: 'a cookie', form: /document\.cookie/ },
  {
    what: 'a request past the client',
    form: /\bfetch\(/,
    except: [
      'api-keys/secret.tsx',
      'app/client.ts',
      'parts/instance.ts',
      'reference/samples.tsx',
      'session/auth.ts',
    ],
  },
  { what: 'the GraphQL client', form: /from '@urql/, except: ['app/client.ts', 'app/socket.ts'] },
];

describe('the console', () => {
  it.each(sources)('%s imports what its folder may', (file) => {
    const [, , folder = '', rest] = file.split('/');
    // The files at the top put everything together.
    if (rest === undefined) return;
    const open = folders[folder] ?? [folder, 'app', 'parts'];
    const { ours } = importsOf(file);

    expect(
      ours.filter(
        (path) =>
          !matches(
            path,
            open.map((name) => `console/src/${name}/*`),
          ),
      ),
    ).toEqual([]);
  });

  it.each(bans)('has $what only where it is said', ({ form, except = [] }) => {
    const found = sources.filter((file) => form.test(codeOf(file).replaceAll(/\/\/ .*/g, '')));

    expect(found.map((file) => file.replace('console/src/', ''))).toEqual(except);
  });

  it('reads no secret through the client, whose cache would hold it', () => {
    const names = shownFields.map((field) => field.slice(field.indexOf('.') + 1));
    const secrets = names.filter((name) => /secret$|token$/i.test(name));
    const documents = Object.values(consoleDocuments)
      .filter((text) => secrets.some((name) => new RegExp(`^\\s*${name}$`, 'm').test(text)))
      .map((text) => `${/^mutation (\w+)/.exec(text)?.[1]}Document`);
    const code = sources.map(codeOf).join('\n');
    const cached = documents.filter((name) =>
      new RegExp(`\\b(?:send|useRead|query)\\(\\s*${name}`).test(code),
    );

    expect(documents).toContain('CreateApiKeyDocument');
    expect(documents.filter((name) => !new RegExp(`\\bonce\\(\\s*${name}`).test(code))).toEqual([]);
    expect(cached).toEqual([]);
  });

  it.each(places.map((place) => [place.name, place] as const))(
    '%s names a permission',
    (_name, { needs }) => {
      expect(needs === null || (permissions as readonly string[]).includes(needs)).toBe(true);
    },
  );

  it('each role has the places that the design gives it', () => {
    const shown = Object.fromEntries(
      places.map(({ path, needs }) => [
        path,
        roles.filter((role) => needs === null || holds(role, needs as Permission)).length,
      ]),
    );

    expect(shown).toEqual({
      home: 11,
      approvals: 8,
      'tool-calls': 8,
      applications: 11,
      products: 11,
      'api-keys': 9,
      explorer: 4,
      'test-receipts': 9,
      reference: 11,
      webhooks: 9,
      projects: 11,
      connectors: 9,
      capabilities: 9,
      connections: 9,
      vault: 5,
      'mcp-servers': 9,
      'mcp-credentials': 6,
      'mcp-grants': 6,
      members: 11,
      events: 9,
      audit: 4,
      automations: 11,
      settings: 11,
    });
  });
});

describe('the fields of the schema', () => {
  const used = new Set(
    Object.values(consoleDocuments)
      .flatMap((text) => parse(text).definitions)
      .flatMap((it) => (it.kind === Kind.OPERATION_DEFINITION ? it.selectionSet.selections : []))
      .flatMap((it) => (it.kind === Kind.FIELD ? it.name.value : [])),
  );
  const all = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()].flatMap(
    (type) => Object.keys(type?.getFields() ?? {}),
  );

  it('have a screen each, or a reason why not', () => {
    expect(all.filter((name) => !used.has(name)).toSorted()).toEqual(
      Object.values(withoutScreen).flat().toSorted(),
    );
  });
});

describe('the styles of the console', () => {
  it.each(styles)('%s begins with the order of the layers', (file) => {
    expect(read(file).startsWith('@layer tokens, base, parts, screens;\n')).toBe(true);
  });

  it('have every class that is used', () => {
    const defined = new Set(
      styles.flatMap((file) =>
        [...read(file).matchAll(/\.([a-z][\w-]*)(?=[^{}]*\{)/g)].map(([, name = '']) => name),
      ),
    );
    const used = new Set(
      sources.flatMap((file) =>
        [...read(file).matchAll(/class(?:Name)?=(?:"([^"]*)"|\{([^}]*)\})/g)].flatMap(([, text, code]) =>
          text === undefined
            ? [...(code ?? '').matchAll(/['`]([\w -]*)/g)].flatMap(([, words = '']) => words.split(' '))
            : text.split(' '),
        ),
      ),
    );
    used.delete('');

    expect([...used].filter((name) => !defined.has(name)).toSorted()).toEqual([]);
  });

  it('define each class in one file, since every screen that was opened leaves its styles', () => {
    const homes = new Map<string, Set<string>>();
    for (const file of styles)
      for (const [, name = ''] of read(file).matchAll(/^ {2}\.([\w-]+)/gm))
        homes.set(name, (homes.get(name) ?? new Set()).add(file));

    expect([...homes].filter(([, files]) => files.size > 1)).toEqual([]);
  });

  const tokens = Object.fromEntries(
    [...read('console/src/style/tokens.css').matchAll(/--([\w-]+): light-dark\((#\w{6}), (#\w{6})\);/g)].map(
      ([, name = '', light = '', dark = '']) => [name, [light, dark]],
    ),
  );
  const texts = ['ink', 'quiet', 'accent', 'good', 'bad', 'wait', 'sandbox', 'live'];
  const grounds = ['plane', 'ground', 'raised', 'hover', 'chosen'];
  const pairs = [
    ...texts.flatMap((text) => grounds.map((ground) => [text, ground, 4.5] as const)),
    ...['plane', 'ground'].map((ground) => ['edge', ground, 3] as const),
    ['on-accent', 'accent', 4.5] as const,
  ];

  it.each(pairs)('%s on %s has a contrast of at least %d, light and dark', (text, ground, least) => {
    for (const theme of [0, 1])
      expect(contrast(tokens[text]?.[theme], tokens[ground]?.[theme])).toBeGreaterThanOrEqual(least);
  });
});

/** WCAG 2.2, contrast ratio. */
function contrast(a = '', b = ''): number {
  const [light = 0, dark = 0] = [luminance(a), luminance(b)].toSorted((x, y) => y - x);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}
