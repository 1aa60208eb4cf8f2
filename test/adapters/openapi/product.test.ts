import { describe, expect, it } from 'vitest';
import { documentOf } from '../../support/descriptions.ts';
import { productIn } from '../../support/products.ts';

const json = (schema: unknown, members: object = {}) => ({ 'application/json': { schema, ...members } });
const order = {
  type: 'object',
  properties: { id: { type: 'string' }, amount: { type: 'integer' } },
  required: ['id'],
};
const orderRef = { $ref: '#/components/schemas/Order' };
const pathsOf = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`/p${index}`, { get: { responses: {} } }]));

const shop = {
  info: { title: 'Shop', version: '1.4', description: 'Sells.' },
  components: {
    schemas: {
      Order: { ...order, properties: { ...order.properties, note: { type: 'string', nullable: true } } },
    },
    securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Key' } },
  },
  paths: {
    '/orders/{id}': {
      parameters: [
        { name: 'id', in: 'path', required: true, description: 'Its id.', schema: { type: 'string' } },
      ],
      get: {
        operationId: 'getOrder',
        summary: 'Get an order',
        description: 'Returns it.',
        parameters: [
          { name: 'X-Key', in: 'header', schema: { type: 'string' } },
          { name: 'parts', in: 'query', schema: { type: 'array', items: { type: 'string' } } },
        ],
        responses: {
          default: {
            description: 'Failed.',
            content: { 'application/problem+json': { schema: { type: 'object' } } },
          },
          '4xx': { description: 'Refused.' },
          404: { description: 'Unknown.', content: { 'text/plain': {} } },
          200: {
            description: 'The order.',
            content: {
              ...json(orderRef, { example: { id: 'o1', note: null } }),
              'application/xml; charset=utf-8': { schema: order },
            },
          },
        },
      },
      put: {
        requestBody: {
          required: true,
          content: { ...json(orderRef), 'multipart/form-data': { schema: order } },
        },
        responses: { 204: { description: 'Done.' } },
      },
    },
  },
};

describe('the document of a product', () => {
  const { head, operations, findings, counts } = productIn(documentOf(shop));
  const [get, put] = operations;

  it('has a head and counts', () => {
    expect(head).toEqual({ title: 'Shop', label: '1.4', description: 'Sells.' });
    expect(counts).toEqual({ operations: 2, capabilities: 2, findings: 1 });
  });

  it('has operations with their arguments; the parameters of credentials are left out', () => {
    expect(get).toMatchObject({
      operationId: 'getOrder',
      method: 'GET',
      path: '/orders/{id}',
      title: 'Get an order',
      description: 'Returns it.',
      body: null,
    });
    expect(get?.parameters).toEqual([
      {
        name: 'id',
        in: 'path',
        style: 'simple',
        explode: false,
        required: true,
        schema: { description: 'Its id.', type: 'string' },
      },
      {
        name: 'parts',
        in: 'query',
        style: 'form',
        explode: true,
        required: false,
        schema: { type: 'array', items: { type: 'string' } },
      },
    ]);
    expect(findings).toEqual([
      {
        pointer: '/paths/~1orders~1{id}/get/parameters/0',
        code: 'credential_parameter',
        message: 'The parameter carries credentials, not arguments; it was left out.',
      },
    ]);
  });

  it('has each answer with its media types: codes first, then ranges, then the default', () => {
    expect(get?.answers.map(({ status, description }) => [status, description])).toEqual([
      ['200', 'The order.'],
      ['404', 'Unknown.'],
      ['4XX', 'Refused.'],
      ['default', 'Failed.'],
    ]);
    const $defs = {
      Order: {
        type: 'object',
        properties: {
          id: { type: 'string' },
          amount: { type: 'integer' },
          note: { type: ['string', 'null'] },
        },
        required: ['id'],
      },
    };
    expect(get?.answers[0]?.contents).toEqual([
      {
        contentType: 'application/json',
        schema: { $ref: '#/$defs/Order', $defs },
        examples: [{ name: '', value: { id: 'o1', note: null } }],
        sample: { value: { id: 'string', amount: 0, note: 'string' }, isFit: true },
      },
      {
        contentType: 'application/xml',
        schema: order,
        examples: [],
        sample: { value: { id: 'string', amount: 0 }, isFit: true },
      },
    ]);
    expect(get?.answers.slice(1).map(({ contents }) => contents)).toEqual([
      [{ contentType: 'text/plain', schema: null, examples: [], sample: null }],
      [],
      [
        {
          contentType: 'application/problem+json',
          schema: { type: 'object' },
          examples: [],
          sample: { value: {}, isFit: true },
        },
      ],
    ]);
  });

  it('has each media type of a body', () => {
    expect(put).toMatchObject({
      operationId: 'PUT /orders/{id}',
      answers: [{ status: '204', contents: [] }],
    });
    expect(put?.body).toEqual({
      required: true,
      contents: [
        { contentType: 'application/json', schema: expect.objectContaining({ $ref: '#/$defs/Order' }) },
        { contentType: 'multipart/form-data', schema: order },
      ],
    });
  });

  it('may be of 3.1, where null is a type', () => {
    const schema = { type: ['null', 'string'], maxLength: 3, examples: ['abc'] };
    const { contents } = productIn(
      documentOf({
        openapi: '3.1.0',
        paths: { '/a': { get: { responses: { '2XX': { content: json(schema) } } } } },
      }),
    );

    expect(contents).toEqual([
      { contentType: 'application/json', schema, examples: [], sample: { value: 'abc', isFit: true } },
    ]);
  });

  it('requires read-only properties of answers, and write-only properties of bodies', () => {
    const account = {
      type: 'object',
      properties: { id: { type: 'string', readOnly: true }, password: { type: 'string', writeOnly: true } },
      required: ['id', 'password'],
    };
    const {
      operations: [post],
    } = productIn(
      documentOf({
        paths: {
          '/a': {
            post: { requestBody: { content: json(account) }, responses: { 201: { content: json(account) } } },
          },
        },
      }),
    );

    expect(post?.body?.contents[0]?.schema['required']).toEqual(['password']);
    expect(post?.answers[0]?.contents[0]).toMatchObject({
      schema: { required: ['id'] },
      sample: { value: { id: 'string' }, isFit: true },
    });
  });
});

describe('a part of a product’s document that cannot be used', () => {
  it.each([
    ['body_unusable', '/requestBody', { requestBody: { content: json({}) } }],
    ['status_unusable', '/responses/6XX', { responses: { '6XX': {} } }],
    ['status_unusable', '/responses/2XX', { responses: { '2xx': {}, '2XX': {} } }],
    ['media_type_unusable', '/responses/200/content/json', { responses: { 200: { content: { json: {} } } } }],
    [
      'media_type_repeated',
      '/responses/200/content/text~1csv; a=2',
      { responses: { 200: { content: { 'text/csv; a=1': {}, 'text/csv; a=2': {} } } } },
    ],
  ])('is left out with a finding: %s at %s', (code, pointer, get) => {
    const { findings, counts } = productIn(documentOf({ paths: { '/a': { get } } }));

    expect(findings).toEqual([expect.objectContaining({ code, pointer: `/paths/~1a/get${pointer}` })]);
    expect(counts.capabilities).toBe(1);
  });

  it('is left out beyond 50 answers, and beyond 50 media types', () => {
    const content = Object.fromEntries(Array.from({ length: 51 }, (_, index) => [`text/x${index}`, {}]));
    const responses = Object.fromEntries(Array.from({ length: 51 }, (_, index) => [200 + index, {}]));
    const { operations, codes } = productIn(
      documentOf({ paths: { '/a': { get: { responses: { ...responses, 200: { content } } } } } }),
    );

    expect(operations[0]?.answers).toHaveLength(50);
    expect(operations[0]?.answers[0]?.contents).toHaveLength(50);
    expect(codes).toEqual(['too_many_answers', 'too_many_media_types']);
  });

  it('is an operation without a valid path', () => {
    const { operations, findings } = productIn(documentOf({ paths: { '/a/../b': { get: {} } } }));

    expect(operations).toEqual([]);
    expect(findings).toEqual([expect.objectContaining({ code: 'path_unusable' })]);
  });
});

describe('two templates of paths', () => {
  it('that match the same requests have a finding at the second', () => {
    const { operations, findings } = productIn(
      documentOf({
        paths: { '/a/{x}': { get: {}, put: {} }, '/a/{y}': { get: {} }, '/a/{y}/b': { get: {} } },
      }),
    );

    expect(operations).toHaveLength(4);
    expect(findings.filter(({ code }) => code === 'paths_alike')).toEqual([
      {
        pointer: '/paths/~1a~1{y}/get',
        code: 'paths_alike',
        message: 'GET /a/{x} and GET /a/{y} match the same requests. Remove one of them.',
      },
    ]);
  });
});

describe('the operations of a product', () => {
  it('can be 500', () => {
    expect(productIn(documentOf({ paths: pathsOf(500) })).operations).toHaveLength(500);
  });

  it('cannot be 501: the document is refused with what to do', () => {
    expect(() => productIn(documentOf({ paths: pathsOf(501) }))).toThrow(
      expect.objectContaining({
        code: 'too_large',
        message:
          'The document has more than 500 operations. Divide it among several products, or remove operations that you do not need.',
      }),
    );
  });
});
