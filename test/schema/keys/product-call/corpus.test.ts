import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { sample } from 'openapi-sampler';
import { describe, expect, it } from 'vitest';
import { headerText, pathText, queryPairs } from '../../../../schema/kernel/serialize.ts';
import type {
  DescribedOperation,
  DescribedParameter,
  DescribedSchema,
} from '../../../../schema/kernel/ports/product-descriptions.ts';
import { partOf, propertiesOf, typesOf } from '../../../../schema/keys/product-call/schema-types.ts';
import { credentialInUrl } from '../../../../schema/values/credential-in-url.ts';
import { testApp } from '../../../support/app.ts';
import { some } from '../../../support/count.ts';
import { cast } from '../../../support/people.ts';
import { callable } from '../../../support/product-calls.ts';
import { productIn } from '../../../support/products.ts';

const packages = join(import.meta.dirname, '../../../../node_modules');
const limits = {
  LIMIT_SANDBOX_PER_KEY_PER_MINUTE: '1000000',
  LIMIT_SANDBOX_PER_APPLICATION_PER_MINUTE: '1000000',
};
const t = await testApp(limits, { isChecked: true });
const everyone = await cast(t);

const judges = new WeakMap<object, (value: unknown) => boolean>();

/** Judges by plain ajv, not as the server does. */
function isValid(schema: DescribedSchema, value: unknown): boolean {
  const options = {
    strict: false,
    validateFormats: false,
    validateSchema: false,
    allErrors: false,
    inlineRefs: false,
  };
  const judge =
    judges.get(schema) ??
    (new Ajv2020(options).compile(structuredClone(schema)) as (value: unknown) => boolean);
  judges.set(schema, judge);
  return judge(value);
}

function sampleOf(schema: DescribedSchema): unknown {
  const { $defs } = schema;
  return sample(schema, { quiet: true, skipReadOnly: true, enablePatterns: true }, { $defs });
}

// Sallyport refuses query parameters with the name of a credential.
function isAllowed({ name, in: place }: DescribedParameter): boolean {
  return place !== 'query' || !credentialInUrl(`/?${name}=1`);
}

interface Sent {
  parameters: Map<DescribedParameter, unknown>;
  body: unknown;
  contentType: string | null;
}

/** Returns a request that conforms; null if no sample does. */
function requestOf({ parameters, body }: DescribedOperation): Sent | null {
  const values = new Map(parameters.map((it) => [it, sampleOf(it.schema)]));
  for (const [parameter, value] of values) {
    const isSendable =
      isValid(parameter.schema, value) && value !== '' && value !== null && isAllowed(parameter);
    if (!isSendable && parameter.required) return null;
    if (!isSendable) values.delete(parameter);
  }
  const content = body?.contents.find(({ contentType }) => contentType === 'application/json');
  if (!content) return body?.required ? null : { parameters: values, body: undefined, contentType: null };
  const sent = sampleOf(content.schema);
  return isValid(content.schema, sent)
    ? { parameters: values, body: sent, contentType: content.contentType }
    : null;
}

function addressOf({ path }: DescribedOperation, parameters: Sent['parameters']) {
  const of = (place: string) => [...parameters].filter(([it]) => it.in === place);
  const http = (it: DescribedParameter) => ({ ...it, property: it.name }) as never;
  const filled = of('path').reduce(
    (at, [it, value]) => at.replace(`{${it.name}}`, pathText(http(it), value)),
    path,
  );
  const query = of('query').flatMap(([it, value]) =>
    queryPairs(http(it), value).map((pair) => pair.join('=')),
  );
  const headers = of('header').map(([it, value]) => [
    it.name.toLowerCase(),
    headerText(http(it), value) ?? '',
  ]);
  return {
    at: query.length > 0 ? `${filled}?${query.join('&')}` : filled,
    headers: Object.fromEntries(headers),
  };
}

const wrong: unknown[] = [{ wrong: 1 }, 12_345, 'wrong!', [[]], true, null];

/** Returns requests that are wrong in one field each, with its pointer. */
function mutationsOf(
  { parameters, body }: DescribedOperation,
  sent: Sent,
): { pointer: string; sent: Sent }[] {
  const inParameters = parameters
    // A path needs its parameters, and the name of an object is not among the names that it spreads.
    .filter(
      (it) =>
        it.style !== 'json' &&
        it.in !== 'path' &&
        isAllowed(it) &&
        !typesOf(partOf(it.schema))?.has('object'),
    )
    .flatMap((it) => {
      const pointer = `/${it.in}/${it.name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
      const without = new Map([...sent.parameters].filter(([other]) => other !== it));
      const changed = new Map([...without, [it, 'wrong!']]);
      const isWrong = ['wrong!', ['wrong!']].every((value) => !isValid(it.schema, value));
      const mutants = isWrong ? [{ pointer, sent: { ...sent, parameters: changed } }] : [];
      return it.required ? [...mutants, { pointer, sent: { ...sent, parameters: without } }] : mutants;
    });
  const schema = body?.contents.find(({ contentType }) => contentType === sent.contentType)?.schema;
  if (!schema || typeof sent.body !== 'object' || Array.isArray(sent.body)) return inParameters;
  const inBody = [...propertiesOf(partOf(schema)).keys()].flatMap((name) => {
    const found = wrong
      .map((value) => ({ ...(sent.body as object), [name]: value }))
      .find((it) => !isValid(schema, it));
    return found ? [{ pointer: `/body/${name}`, sent: { ...sent, body: found } }] : [];
  });
  return [...inParameters, ...inBody];
}

describe.each([
  { name: 'WorkOS', path: '@workos/openapi-spec/open-api-spec.yaml', operations: 170, wrongOnes: 245 },
  { name: 'ReadMe', path: '@readme/oas-examples/3.1/json/readme.json', operations: 54, wrongOnes: 31 },
  {
    name: 'the Star Trek API',
    path: '@readme/oas-examples/3.0/json/star-trek.json',
    operations: 120,
    wrongOnes: 200,
  },
])('the document of $name', async ({ path, operations, wrongOnes }) => {
  const text = readFileSync(join(packages, path));
  const product = productIn(text);
  const shop = await callable(t, everyone, text.toString());
  const ask = async (operation: DescribedOperation, { parameters, body, contentType }: Sent) => {
    const { at, headers } = addressOf(operation, parameters);
    const type = contentType === null ? {} : { 'content-type': contentType };
    return await shop.call(operation.method, at, {
      ...(contentType !== null && { body: JSON.stringify(body) }),
      headers: { ...headers, ...type },
    });
  };
  const requests = product.operations.flatMap((operation) => {
    const sent = requestOf(operation);
    return sent ? [{ operation, sent, title: operation.operationId }] : [];
  });

  it('is a product, and most operations have a request that conforms, and wrong ones', () => {
    expect(product.operations).toHaveLength(operations);
    expect(requests.length).toBeGreaterThan(operations * 0.8);
    const mutants = requests.flatMap(({ operation, sent }) => mutationsOf(operation, sent));
    console.info(`${requests.length} requests, ${mutants.length} wrong ones`);
    expect(mutants.length).toBeGreaterThanOrEqual(wrongOnes);
  });

  it.each(some(requests, 12))(
    '$title answers as it describes, and refuses each wrong field',
    async ({ operation, sent }) => {
      const answer = await ask(operation, sent);
      const described = operation.answers.find(({ status }) => status === String(answer.status));
      const [type] = (answer.headers['content-type'] ?? '').split(';', 1);
      const content = described?.contents.find(({ contentType }) => contentType === type);
      // Nothing was made yet that such an operation could read or change.
      const isNotMade = answer.status === 404 && answer.body.code === 'not_found';
      const isUnfit = answer.headers['sallyport-sample'] === 'unfit';
      const isFit = isNotMade || isUnfit || !content?.schema || isValid(content.schema, answer.body);

      expect({ status: answer.status, isDescribed: isNotMade || described !== undefined, isFit }).toEqual({
        status: answer.status,
        isDescribed: true,
        isFit: true,
      });
      for (const { pointer, sent: mutant } of mutationsOf(operation, sent)) {
        const refused = await ask(operation, mutant);
        const pointers: string[] = (refused.body?.errors ?? []).map((it: { pointer: string }) => it.pointer);
        expect({
          pointer,
          status: refused.status,
          isThere: pointers.some((it) => it.startsWith(pointer)),
        }).toEqual({
          pointer,
          status: 422,
          isThere: true,
        });
      }
    },
  );
});
