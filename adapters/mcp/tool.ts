import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import type { CallToolResultSchema, ListToolsResultSchema } from '@modelcontextprotocol/core';
import { z } from 'zod';
import { validationFailed } from '../../schema/values/errors.ts';
import { agentScopesOf, assertValid, isQuery, run } from '../../schema/run.ts';
import { check } from '../http/input.ts';
import type { Call } from './protocol.ts';

type ListedTool = z.input<typeof ListToolsResultSchema>['tools'][number];
type Schema = ListedTool['inputSchema'];
type ToolResult = z.input<typeof CallToolResultSchema>;

/** A tool as the protocol has it: how it is listed, what its token must be good for, and what calling it does. */
export interface Tool {
  listed: ListedTool;
  scopes: readonly string[];
  call(given: Readonly<Record<string, unknown>>, call: Call): ToolResult | Promise<ToolResult>;
}

/**
 * What clients are told of a tool’s effects, beside whether it only looks, which its document says. All four are told, since one
 * that is not is taken for the worst.
 */
interface Effects {
  destructiveHint: boolean;
  idempotentHint: boolean;
  openWorldHint: boolean;
}

interface Options<Data, Variables, Input extends z.ZodType, Output extends z.ZodType> {
  title: string;
  /** For a model, which knows nothing else of it. */
  description: string;
  effects: Effects;
  input: Input;
  output: Output;
  variables: (given: z.output<Input>) => Variables;
  reply: (root: NonNullable<Data[keyof Data]>) => z.input<Output>;
  /** What of an answer is content of its own. */
  media?: (answer: z.output<Output>) => { answer: z.output<Output>; content: ToolResult['content'] };
}

/** A document as a tool. Both ways are checked against its types, so a wrong mapping does not compile. */
export function tool<
  Data,
  Variables extends Record<string, unknown>,
  Input extends z.ZodType,
  Output extends z.ZodType,
>(
  name: string,
  document: TypedDocumentNode<Data, Variables>,
  {
    title,
    description,
    effects,
    input,
    output,
    variables,
    reply,
    media,
  }: Options<Data, Variables, Input, Output>,
): Tool {
  assertValid(document, name);
  return {
    listed: {
      name,
      title,
      description,
      inputSchema: takenBy(input),
      outputSchema: answeredBy(output),
      annotations: { readOnlyHint: isQuery(document), ...effects },
    },
    scopes: agentScopesOf(document),
    async call(given, { ctx }) {
      const checked = check(input, given);
      if ('findings' in checked) throw validationFailed(checked.findings);
      const data = await run(ctx, document, variables(checked.value as z.output<Input>));
      const [root] = Object.values(data as object) as [NonNullable<Data[keyof Data]>];
      const whole = output.parse(reply(root));
      const { answer, content = [] } = media?.(whole) ?? { answer: whole };
      const text = { type: 'text', text: JSON.stringify(answer) } as const;
      return { structuredContent: answer as Record<string, unknown>, content: [text, ...content] };
    },
  };
}

/**
 * The schema of what a tool takes, as each client gives it to its model: without what says nothing to one. Its dialect is the
 * protocol’s own, and what a text looks like is told by the refusal of one that does not.
 */
function takenBy(shape: z.ZodType): Schema {
  const { $schema: _, ...schema } = z.toJSONSchema(shape, {
    io: 'input',
    metadata: described as never,
    override: ({ jsonSchema }) => {
      for (const keyword of saidByRefusals) delete jsonSchema[keyword];
    },
  });
  return schema as Schema;
}

const saidByRefusals = [
  'pattern',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'propertyNames',
] as const;

// In the API description shapes refer to each other by name; a tool’s schema is an object that stands by itself.
const described = {
  get(shape: z.ZodType): object {
    const { description } = z.globalRegistry.get(shape) ?? {};
    return { ...(description !== undefined && { description }) };
  },
};

/** The members of what a tool answers, and of which type they are; what they mean its description says. */
function answeredBy(shape: z.ZodType): Schema {
  const { properties = {} } = z.toJSONSchema(shape, { io: 'output', metadata: described as never });
  const outline = Object.entries(properties).map(([name, member]) => {
    const { type } = member as { type?: string };
    return [name, type === undefined ? {} : { type }];
  });
  return { type: 'object', properties: Object.fromEntries(outline) };
}
