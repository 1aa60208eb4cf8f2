import type {
  DescribedAnswer,
  DescribedContent,
  DescribedOperation,
  DescribedParameter,
} from '../../kernel/ports/product-descriptions.ts';
import { own, wordOf } from '../../values/foreign-values.ts';
import type { Definitions } from './definitions.ts';

/** Returns an operation of an API product as OpenAPI 3.1 states it, without its id. */
export function statedOperation(
  { title, description, method, parameters, body, answers }: DescribedOperation,
  { definitions: { stated }, problem }: { definitions: Definitions; problem: string },
): Record<string, unknown> {
  return {
    summary: title,
    ...(description && { description }),
    parameters: parameters.map((parameter) => statedParameter(parameter, stated)),
    ...(body && {
      requestBody: {
        required: body.required,
        content: byType(body.contents, ({ schema }) => ({ schema: stated('REQUEST', schema) })),
      },
    }),
    responses: {
      ...refusalsOf(problem),
      ...Object.fromEntries(answers.map((answer) => statedAnswer(answer, stated))),
    },
    security: [{ sandboxKey: [] }, { liveKey: [] }],
    'x-required-scope': method === 'GET' || method === 'HEAD' ? 'read' : 'write',
  };
}

function statedParameter(
  { name, in: place, style, explode, required, schema }: DescribedParameter,
  stated: Definitions['stated'],
): object {
  const description = wordOf(own(schema, 'description'));
  const shape = { schema: stated('REQUEST', schema) };
  return {
    name,
    in: place,
    required,
    ...(description && { description }),
    ...(style === 'json' ? { content: { 'application/json': shape } } : { style, explode, ...shape }),
  };
}

function statedAnswer(
  { status, description, contents }: DescribedAnswer,
  stated: Definitions['stated'],
): [status: string, answer: object] {
  const content = byType(contents, (it) => ({
    ...(it.schema && { schema: stated('ANSWER', it.schema) }),
    ...exampleIn(it),
  }));
  return [status, { description: description || 'Done.', ...(contents.length > 0 && { content }) }];
}

/** Returns the first example of the author, otherwise the sample if it conforms. */
function exampleIn({ examples: [first], sample }: DescribedContent): { example?: unknown } {
  if (first) return { example: first.value };
  return sample?.isFit ? { example: sample.value } : {};
}

function byType<Content extends { contentType: string }>(
  contents: readonly Content[],
  media: (content: Content) => object,
): Record<string, object> {
  return Object.fromEntries(contents.map((content) => [content.contentType, media(content)]));
}

/** Returns the refusals of the server, for statuses that the product does not describe. */
function refusalsOf(problem: string): Record<string, object> {
  const schema = { $ref: `#/components/schemas/${problem}` };
  const content = { 'application/problem+json': { schema } };
  return {
    401: { description: 'The credential does not work.', content },
    403: { description: 'The credential lacks the scope, or the application lacks the assignment.', content },
    422: { description: 'The request does not conform.', content },
    429: { description: 'The application has sent too many requests.', content },
  };
}
