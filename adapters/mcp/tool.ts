import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import type { CallToolResultSchema, ListToolsResultSchema } from '@modelcontextprotocol/core';
import { z } from 'zod';
import { validationFailed } from '../../schema/errors.ts';
import { agentScopesOf, demandValid, isQuery, run } from '../../schema/run.ts';
import { check } from '../rest/input.ts';
import type { Call } from './protocol.ts';

type ListedTool = z.input<typeof ListToolsResultSchema>['tools'][number];
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
  demandValid(document, name);
  return {
    listed: {
      name,
      title,
      description,
      inputSchema: schemaOf(input, 'input') as ListedTool['inputSchema'],
      outputSchema: schemaOf(output, 'output') as NonNullable<ListedTool['outputSchema']>,
      annotations: { title, readOnlyHint: isQuery(document), ...effects },
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

function schemaOf(shape: z.ZodType, io: 'input' | 'output'): object {
  return z.toJSONSchema(shape, { io, metadata: nameless as never });
}

// In the API description shapes refer to each other by name; a tool's schema is an object that stands by itself.
const nameless = {
  get(shape: z.ZodType): object {
    const { id: _, ...meta } = z.globalRegistry.get(shape) ?? {};
    return meta;
  },
};
