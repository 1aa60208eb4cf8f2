import { builder } from '../../kernel/builder.ts';
import * as agentFormats from '../../values/agent-formats.ts';

export const toolInputs = builder.inputType('McpServerToolInput', {
  description: 'A capability, and the connection of the server’s project that it uses.',
  fields: (t) => ({
    capabilityId: t.id({ required: true }),
    connectionId: t.id({ required: true, description: 'A connection to the capability’s provider.' }),
    readReason: t.string({
      validate: agentFormats.readReason.optional(),
      description:
        'Marks a capability of mode `write` as a read, with a reason of 10 to 500 characters. Only for POST ' +
        'operations and tools of MCP servers. The review covers the mark, and the mark ends when the capability ' +
        'changes.',
    }),
  }),
});
