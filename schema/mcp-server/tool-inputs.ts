import { builder } from '../builder.ts';

export const toolInputs = builder.inputType('McpServerToolInput', {
  description: 'A capability, and the connection of the server’s project that it runs through.',
  fields: (t) => ({
    capabilityId: t.id({ required: true }),
    connectionId: t.id({ required: true, description: 'To the provider that the capability is of.' }),
  }),
});
