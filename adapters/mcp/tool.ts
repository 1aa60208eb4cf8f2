import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import type { CallToolResultSchema, ListToolsResultSchema } from '@modelcontextprotocol/core';
import { z } from 'zod';
import { validationFailed } from '../../schema/values/errors.ts';
import { agentScopesOf, isQuery, run } from '../../schema/run.ts';
import { check } from '../http/input.ts';
import type { Call } from './protocol.ts';

type ListedTool = z.input<typeof ListToolsResultSchema>['tools'][number];
type Schema = ListedTool['inputSchema'];
type ToolResult = z.input<typeof CallToolResultSchema>;

/** A tool of the protocol: its listing, the scopes that it needs, and its function. */
export interface Tool {
  listed: ListedTool;
  scopes: readonly string[];
  call(given: Readonly<Record<string, unknown>>, call: Call): ToolResult | Promise<ToolResult>;
}

/**
 * The hints about the effects of a tool; its document determines `readOnlyHint`. All are given, because a
 * client assumes the worst for a missing one.
 */
interface Effects {
  destructiveHint: boolean;
  idempotentHint: boolean;
  openWorldHint: boolean;
}

interface Options<Data, Variables, Input extends z.ZodType, Output extends z.ZodType> {
  title: string;
  /** For a model, which has no other information about the tool. */
  description: string;
  effects: Effects;
  input: Input;
  output: Output;
  variables: (given: z.output<Input>) => Variables;
  reply: (root: NonNullable<Data[keyof Data]>) => z.input<Output>;
  /** Moves parts of an answer to separate content. */
  media?: (answer: z.output<Output>) => { answer: z.output<Output>; content: ToolResult['content'] };
}

/** Returns a document as a tool. TypeScript checks both mappings against the document's types. */
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
 * Returns the input schema of a tool, which clients pass to their models, without keywords that do not help a
 * model. The protocol defines the dialect, and a refusal explains the limits of a text.
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

// In the API description, shapes refer to each other by name; the schema of a tool must be self-contained.
const described = {
  get(shape: z.ZodType): object {
    const { description } = z.globalRegistry.get(shape) ?? {};
    return { ...(description !== undefined && { description }) };
  },
};

/** Returns the members of a tool's answer with their types; the tool's description explains them. */
function answeredBy(shape: z.ZodType): Schema {
  const { properties = {} } = z.toJSONSchema(shape, { io: 'output', metadata: described as never });
  const outline = Object.entries(properties).map(([name, member]) => {
    const { type } = member as { type?: string };
    return [name, type === undefined ? {} : { type }];
  });
  return { type: 'object', properties: Object.fromEntries(outline) };
}
