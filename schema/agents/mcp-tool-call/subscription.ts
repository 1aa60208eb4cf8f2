import type { Event } from '../../../db/models/event.ts';
import { McpToolCall } from '../../../db/models/mcp-tool-call.ts';
import { builder } from '../../kernel/builder.ts';
import { afterArg, followEvents, messageFields } from '../../records/event/subscription.ts';
import { McpToolCallType } from './type.ts';

const ToolCallChangedType = builder.objectRef<Event>('ToolCallChanged').implement({
  description: 'A change of a tool call or of its approval request.',
  fields: (t) => ({
    ...messageFields(t),
    toolCall: t.field({
      type: McpToolCallType,
      nullable: true,
      description: 'The current tool call. It is at least as recent as the event.',
      resolve: async (event, _args, ctx) => {
        const id = callOf(event);
        return id === null ? null : await ctx.load(McpToolCall, id);
      },
    }),
  }),
});

/** Returns the id of the call that an event is about; null if it is about none. */
function callOf({ resource, data }: Event): string | null {
  if (resource.type === 'mcp_tool_call') return resource.id;
  const subject = data['subject'] as { type: string; id: string } | undefined;
  return subject?.type === 'mcp_tool_call' ? subject.id : null;
}

builder.subscriptionField('toolCallChanged', (t) =>
  t.field({
    type: ToolCallChangedType,
    description:
      'Changes of outside agents’ tool calls: requested, decided, run or ended. Needs `tool_calls:read`.',
    args: {
      toolCallId: t.arg.id({ description: 'Only this call. By default all of the workspace.' }),
      after: t.arg.string(afterArg),
    },
    authScopes: { can: 'tool_calls:read' },
    subscribe: async (_root, { toolCallId, after }, ctx) =>
      await followEvents(ctx, after, (event) => {
        const id = callOf(event);
        return id !== null && (!toolCallId || toolCallId === id);
      }),
    resolve: (event) => event,
  }),
);
