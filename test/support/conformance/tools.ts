import { readFileSync } from 'node:fs';
import type { Tool } from '../../../adapters/mcp/tool.ts';
import type { Call } from '../../../adapters/mcp/protocol.ts';
import { refuse } from '../../../schema/values/errors.ts';
import { answerTo, ask, clientCan, assertCapability, form, roots, sampling, stateOf } from './asking.ts';
import { image, silence, text } from './content.ts';

type Run = Tool['call'];

const fixture = (name: string, call: Run, inputSchema: object = { type: 'object' }): Tool => ({
  listed: { name, description: `${name} of the conformance suite`, inputSchema: inputSchema as never },
  scopes: [],
  call,
});

const resource = (uri: string, mimeType: string, words: string) => ({
  type: 'resource' as const,
  resource: { uri, mimeType, text: words },
});

const contents: Record<string, Run> = {
  test_simple_text: () => text('This is a simple text response for testing.'),
  test_image_content: () => ({ content: [image] }),
  test_audio_content: () => ({ content: [{ type: 'audio', data: silence, mimeType: 'audio/wav' }] }),
  test_embedded_resource: () => ({
    content: [resource('test://embedded-resource', 'text/plain', 'This is an embedded resource content.')],
  }),
  test_multiple_content_types: () => ({
    content: [
      { type: 'text', text: 'Multiple content types test:' },
      image,
      resource('test://mixed-content-resource', 'application/json', '{"test":"data","value":123}'),
    ],
  }),
  test_error_handling: () => {
    throw refuse('invalid_request', 'This tool intentionally returns an error for testing');
  },
  // Without streams: only the answer.
  test_streaming_elicitation: () => text('There is no stream.'),
  test_logging_tool: () => text('Nothing was logged.'),
  test_missing_capability: (_given, call) => {
    assertCapability(call, 'sampling');
    return text('The client can sample.');
  },
};

const name = form('What is your name?', 'name');
const content = (answer: Record<string, unknown> | null) =>
  (answer?.['content'] ?? {}) as Record<string, string>;

const asking: Record<string, Run> = {
  elicitation: async (_given, call) => {
    const answer = answerTo(call, 'user_name');
    return answer ? text(`Hello, ${content(answer)['name']}!`) : await ask({ user_name: name });
  },
  sampling: async (_given, call) => {
    const answer = answerTo(call, 'capital_question');
    if (answer) return text(content(answer)['text'] ?? '');
    return await ask({ capital_question: sampling('What is the capital of France?', 100) });
  },
  list_roots: async (_given, call) => {
    const answer = answerTo(call, 'client_roots');
    return answer ? text(JSON.stringify(answer['roots'])) : await ask({ client_roots: roots });
  },
  request_state: async (_given, call) => {
    const state = await stateOf(call);
    if (answerTo(call, 'confirm') && state === 'asked') return text('state-ok');
    return await ask({ confirm: form('Please confirm', 'ok', 'boolean') }, 'asked');
  },
  tampered_state: async (_given, call) => {
    const state = await stateOf(call);
    if (answerTo(call, 'confirm') && state === 'asked') return text('state-ok');
    return await ask({ confirm: form('Please confirm', 'ok', 'boolean') }, 'asked');
  },
  multiple_inputs: async (_given, call) => {
    const wanted = { user_name: name, greeting: sampling('Generate a greeting', 50), client_roots: roots };
    const isWhole = Object.keys(wanted).every((key) => answerTo(call, key) !== null);
    return (await stateOf(call)) === 'asked' && isWhole ? text('All three.') : await ask(wanted, 'asked');
  },
  multi_round: async (_given, call) => {
    const state = await stateOf(call);
    if (state === 2 && answerTo(call, 'step2')) return text('Both steps.');
    if (state === 1 && answerTo(call, 'step1'))
      return await ask({ step2: form('Step 2: What is your favorite color?', 'color') }, 2);
    return await ask({ step1: form('Step 1: What is your name?', 'name') }, 1);
  },
  capabilities: async (_given, call: Call) =>
    await ask({
      ...(clientCan(call, 'elicitation') && { user_name: name }),
      ...(clientCan(call, 'sampling') && { greeting: sampling('Generate a greeting', 50) }),
    }),
};

/** The keywords of JSON Schema 2020-12 that the suite checks. They must come out unchanged. */
const wholeSchema = JSON.parse(readFileSync(new URL('whole-schema.json', import.meta.url), 'utf8')) as object;

export const fixtureTools: readonly Tool[] = [
  ...Object.entries(contents).map(([tool, call]) => fixture(tool, call)),
  ...Object.entries(asking).map(([tool, call]) => fixture(`test_input_required_result_${tool}`, call)),
  fixture('json_schema_2020_12_tool', () => text('It was called.'), wholeSchema),
];
