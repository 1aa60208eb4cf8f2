import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import type { DescriptionPart } from '../../../schema/kernel/ports/descriptions.ts';
import { createDescriptions } from '../../../adapters/openapi/descriptions.ts';
import { sorted, type Description } from '../../support/descriptions.ts';
import { compiled } from '../../support/json-schema.ts';

const { resolve } = createRequire(import.meta.url);
const methods = new Set(['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace']);

interface Paths {
  paths: Record<string, Record<string, unknown>>;
}

/** Reads a file as the server does, and counts the turns of the event loop meanwhile. */
async function imported(path: string): Promise<Description & { turns: number }> {
  const parts: DescriptionPart[] = [];
  let turns = 0;
  const turn = () => {
    turns += 1;
    waiting = setImmediate(turn);
  };
  let waiting = setImmediate(turn);
  for await (const part of createDescriptions().openapi(readFileSync(path), { sourceUrl: null }))
    parts.push(part);
  clearImmediate(waiting);
  return { ...sorted(parts), turns };
}

function operationsIn({ paths }: Paths): string[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.keys(item)
      .filter((key) => methods.has(key))
      .map((method) => `${method.toUpperCase()} ${path}`),
  );
}

function describedIn({ capabilities }: Description): string[] {
  return capabilities.map(({ request: { method, path } }) => `${method} ${path}`);
}

describe('GitHub’s own document, JSON of 3.0 without references', async () => {
  const path = resolve('@octokit/routes/api.github.com.json');
  const description = await imported(path);

  it('is read completely: 608 operations, each a capability', () => {
    const operations = operationsIn(JSON.parse(readFileSync(path, 'utf8')) as Paths);

    expect(operations).toHaveLength(608);
    expect(describedIn(description).toSorted()).toEqual(operations.toSorted());
    expect(description.counts).toMatchObject({ operations: 608, capabilities: 608 });
    expect(description.findings.map(({ code, pointer }) => [code, pointer])).toEqual([
      [
        'header_of_the_connection',
        '/paths/~1repos~1{owner}~1{repo}~1releases~1{release_id}~1assets/post/parameters/1',
      ],
    ]);
  });

  it('has only schemas of 2020-12', { timeout: 120_000 }, () => {
    for (const { inputSchema, outputSchema } of description.capabilities) {
      expect(() => compiled(inputSchema)).not.toThrow();
      expect(() => outputSchema && compiled(outputSchema)).not.toThrow();
    }
    expect(description.capabilities.filter(({ outputSchema }) => outputSchema)).toHaveLength(445);
  });

  it('leaves the event loop of this process free', () => {
    expect(description.turns).toBeGreaterThan(1_000);
  });
});

describe('GitBook’s document, YAML of 3.1 with 3,707 references, some of them circular', async () => {
  const path = resolve('@gitbook/api').replace(/dist\/index\.\w+$/, 'spec/openapi.yaml');
  const description = await imported(path);

  it('is read completely: 377 operations, each a capability', () => {
    const operations = operationsIn(parse(readFileSync(path, 'utf8')) as Paths);

    expect(operations).toHaveLength(377);
    expect(describedIn(description).toSorted()).toEqual(operations.toSorted());
    expect(description.counts).toEqual({ operations: 377, capabilities: 377, findings: 0 });
  });

  it('has only schemas of 2020-12', { timeout: 120_000 }, () => {
    for (const { inputSchema, outputSchema } of description.capabilities) {
      expect(() => compiled(inputSchema)).not.toThrow();
      expect(() => outputSchema && compiled(outputSchema)).not.toThrow();
    }
    expect(description.capabilities.filter(({ outputSchema }) => outputSchema)).toHaveLength(300);
  });

  it('leaves the event loop of this process free', () => {
    expect(description.turns).toBeGreaterThan(1_000);
  });
});
