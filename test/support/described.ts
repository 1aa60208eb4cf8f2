import type {
  DescribedAnswer,
  DescribedBody,
  DescribedOperation,
  DescribedParameter,
  DescribedSchema,
} from '../../schema/kernel/ports/product-descriptions.ts';

/** Returns the record of an operation; without members, it accepts and answers nothing. */
export function described(members: Partial<DescribedOperation> = {}): DescribedOperation {
  return {
    operationId: 'createOrder',
    method: 'POST',
    path: '/orders',
    title: 'Create an order',
    description: '',
    parameters: [],
    body: null,
    answers: [],
    ...members,
  };
}

export function parameter(members: Partial<DescribedParameter> = {}): DescribedParameter {
  return {
    name: 'limit',
    in: 'query',
    style: 'form',
    explode: true,
    required: false,
    schema: {},
    ...members,
  };
}

export function body(schema: DescribedSchema, members: Partial<DescribedBody> = {}): DescribedBody {
  return { required: true, contents: [{ contentType: 'application/json', schema }], ...members };
}

export function answer(
  schema: DescribedSchema | null,
  members: Partial<DescribedAnswer> = {},
): DescribedAnswer {
  const content = { contentType: 'application/json', schema, examples: [], sample: null };
  return { status: '200', description: '', contents: [content], ...members };
}
