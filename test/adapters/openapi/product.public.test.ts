import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import { createProductDescriptions } from '../../../adapters/openapi/descriptions.ts';
import { createLinearAjv } from '../../../adapters/openapi/linear-ajv.ts';
import type { ProductPart } from '../../../schema/kernel/ports/product-descriptions.ts';
import { publicApi } from '../../support/public-apis.ts';
import { productOf } from '../../support/products.ts';

const { resolve } = createRequire(import.meta.url);

describe.each([
  {
    name: 'GitBook’s document, YAML of 3.1',
    path: resolve('@gitbook/api').replace(/dist\/index\.\w+$/, 'spec/openapi.yaml'),
    operations: 377,
    contents: 468,
    fit: 448,
  },
  {
    name: 'Figma’s document, YAML of 3.1',
    path: resolve('@figma/rest-api-spec/openapi/openapi.yaml'),
    operations: 54,
    contents: 306,
    fit: 304,
  },
])('$name, as a product', async ({ path, operations, contents, fit }) => {
  const parts: ProductPart[] = [];
  for await (const part of createProductDescriptions({ timeoutMs: 60_000 }).read(readFileSync(path)))
    parts.push(part);
  const product = productOf(parts);

  it('is read completely', () => {
    const { document } = publicApi(path);
    const names = Object.entries(document.paths).flatMap(([template, item]) =>
      Object.keys(item)
        .filter((key) => /^(?:get|put|post|patch|delete|head|options)$/.test(key))
        .map((method) => `${method.toUpperCase()} ${template}`),
    );

    expect(
      product.operations.map(({ method, path: template }) => `${method} ${template}`).toSorted(),
    ).toEqual(names.toSorted());
    expect(product.counts).toMatchObject({ operations, capabilities: operations });
  });

  it('has a conforming sample for most answers; the others have a finding', () => {
    const fitting = product.contents.filter(({ sample }) => sample?.isFit);

    expect(product.contents).toHaveLength(contents);
    expect(fitting.length).toBeGreaterThanOrEqual(fit);
    expect(new Set(product.codes)).toEqual(new Set(['sample_unfit']));
  });

  it('has samples that conform to their schema alone too', () => {
    const fitting = product.contents.flatMap(({ schema, sample }) =>
      schema && sample?.isFit ? [{ schema, sample }] : [],
    );
    const distinct = new Map(fitting.map((it) => [JSON.stringify(it.schema), it]));
    const few = [...distinct.values()].filter((_, index) => index % 3 === 0);

    for (const { schema, sample } of few)
      expect(createLinearAjv({ optimize: false }).compile(schema)(sample.value)).toBe(true);
  });
});
