import { builder } from '../../kernel/builder.ts';
import * as formats from '../../values/formats.ts';

export const toolInputs = builder.inputType('McpServerToolInput', {
  description: 'A capability, and the connection of the server’s project that it runs through.',
  fields: (t) => ({
    capabilityId: t.id({ required: true }),
    connectionId: t.id({ required: true, description: 'To the provider that the capability is of.' }),
    readReason: t.string({
      validate: formats.readReason.optional(),
      description:
        'Marks a capability of mode `write` as one that only looks, with the reason, of 10 to 500 characters. Only what is sent by ' +
        'POST and tools of MCP servers can be marked. It is reviewed with the version, and ends where the capability is described ' +
        'in another way.',
    }),
  }),
});
