import {
  CompleteRequestSchema,
  CompleteResultSchema,
  EmptyResultSchema,
  GetPromptRequestSchema,
  GetPromptResultSchema,
  ListPromptsRequestSchema,
  ListPromptsResultSchema,
  ListResourcesRequestSchema,
  ListResourcesResultSchema,
  ListResourceTemplatesRequestSchema,
  ListResourceTemplatesResultSchema,
  ReadResourceRequestSchema,
  ReadResourceResultSchema,
  SetLevelRequestSchema,
  SubscribeRequestSchema,
  UnsubscribeRequestSchema,
} from '@modelcontextprotocol/core';
import { fixed } from '../../../adapters/mcp/lifecycle.ts';
import { method, type Method } from '../../../adapters/mcp/method.ts';
import { codes, ProtocolError, type Call } from '../../../adapters/mcp/protocol.ts';
import { answerTo, ask, form } from './asking.ts';
import { image, pixel, said } from './content.ts';

/** The prompts, resources and completions that the suite requires. The product has none. */

const both = ['legacy', 'modern'] as const;

const argument = (name: string) => ({ name, description: `The argument ${name}`, required: true });
const prompts = [
  { name: 'test_simple_prompt', description: 'A prompt' },
  {
    name: 'test_prompt_with_arguments',
    description: 'A prompt with two arguments',
    arguments: [argument('arg1'), argument('arg2')],
  },
  {
    name: 'test_prompt_with_embedded_resource',
    description: 'A prompt with a resource',
    arguments: [argument('resourceUri')],
  },
  { name: 'test_prompt_with_image', description: 'A prompt with an image' },
  { name: 'test_input_required_result_prompt', description: 'A prompt that asks first' },
];

type Given = Record<string, string>;
type Prompt = (given: Given, call: Call) => object[] | Promise<object[]>;

const promptOf: Record<string, Prompt> = {
  test_simple_prompt: () => [said('This is a simple prompt for testing.')],
  test_prompt_with_arguments: ({ arg1, arg2 }) => [
    said(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`),
  ],
  test_prompt_with_embedded_resource: ({ resourceUri: uri }) => [
    {
      role: 'user',
      content: {
        type: 'resource',
        resource: { uri, mimeType: 'text/plain', text: 'Embedded resource content for testing.' },
      },
    },
    said('Please process the embedded resource above.'),
  ],
  test_prompt_with_image: () => [{ role: 'user', content: image }, said('Please analyze the image above.')],
};

const resource = (uri: string, mimeType: string) => ({
  uri,
  name: uri.slice('test://'.length),
  description: `The resource ${uri}`,
  mimeType,
});
const resources = [
  resource('test://static-text', 'text/plain'),
  resource('test://static-binary', 'image/png'),
  resource('test://watched-resource', 'text/plain'),
];

function contentsOf(uri: string) {
  if (uri === 'test://static-binary') return { uri, mimeType: 'image/png', blob: pixel };
  const [, id] = /^test:\/\/template\/([^/]+)\/data$/.exec(uri) ?? [];
  const told = { id, templateTest: true, data: `Data for ID: ${id}` };
  if (id !== undefined) return { uri, mimeType: 'application/json', text: JSON.stringify(told) };
  if (!resources.some((it) => it.uri === uri))
    throw new ProtocolError(codes.invalidParams, 'Resource not found', { data: { uri } });
  return { uri, mimeType: 'text/plain', text: 'This is the content of the static text resource.' };
}

export const fixtureMethods: readonly Method[] = [
  method('prompts/list', {
    eras: both,
    request: ListPromptsRequestSchema,
    result: ListPromptsResultSchema,
    cache: fixed,
    handle: () => ({ prompts }),
  }),
  method('prompts/get', {
    eras: both,
    request: GetPromptRequestSchema,
    result: GetPromptResultSchema.partial(),
    nameIn: 'name',
    handle: async ({ name, arguments: given = {} }, call) => {
      const answer = answerTo(call, 'user_context');
      if (name === 'test_input_required_result_prompt')
        return answer
          ? { messages: [said('In that context.')] }
          : await ask({ user_context: form('What context should the prompt use?', 'context') });
      const messages = await promptOf[name]?.(given, call);
      if (!messages) throw new ProtocolError(codes.invalidParams, `There is no prompt ${name}.`);
      return { messages: messages as never };
    },
  }),
  method('resources/list', {
    eras: both,
    request: ListResourcesRequestSchema,
    result: ListResourcesResultSchema,
    cache: fixed,
    handle: () => ({ resources }),
  }),
  method('resources/templates/list', {
    eras: both,
    request: ListResourceTemplatesRequestSchema,
    result: ListResourceTemplatesResultSchema,
    cache: fixed,
    handle: () => ({
      resourceTemplates: [
        { uriTemplate: 'test://template/{id}/data', name: 'template', description: 'Data by id' },
      ],
    }),
  }),
  method('resources/read', {
    eras: both,
    request: ReadResourceRequestSchema,
    result: ReadResourceResultSchema,
    nameIn: 'uri',
    cache: fixed,
    handle: ({ uri }) => ({ contents: [contentsOf(uri)] }),
  }),
  method('completion/complete', {
    eras: both,
    request: CompleteRequestSchema,
    result: CompleteResultSchema,
    handle: () => ({ completion: { values: ['paris', 'park', 'party'], total: 3, hasMore: false } }),
  }),
  ...[
    ['resources/subscribe', SubscribeRequestSchema] as const,
    ['resources/unsubscribe', UnsubscribeRequestSchema] as const,
    ['logging/setLevel', SetLevelRequestSchema] as const,
  ].map(([name, request]) =>
    method(name, { eras: ['legacy'], request, result: EmptyResultSchema, handle: () => ({}) }),
  ),
];
