import { capabilityModes, type Capability } from '../../../db/models/capability.ts';
import { builder } from '../../kernel/builder.ts';

export const CapabilityModeEnum = builder.enumType('CapabilityMode', {
  description: 'Whether it only reads, or changes data at the provider.',
  values: capabilityModes,
});

export const CapabilityType = builder.objectRef<Capability>('Capability').implement({
  description: 'One operation of a provider, as its description defines it.',
  fields: (t) => ({
    id: t.exposeID('id', {
      description: 'The same for the same key, across all imports.',
    }),
    connectorId: t.exposeID('connectorId'),
    key: t.exposeString('key', { description: 'Its key in the description.' }),
    title: t.exposeString('title'),
    description: t.exposeString('description'),
    mode: t.expose('mode', { type: CapabilityModeEnum }),
    inputSchema: t.field({
      type: 'JSON',
      description: 'JSON Schema 2020-12 of its arguments.',
      resolve: ({ inputSchema }) => inputSchema,
    }),
    outputSchema: t.field({
      type: 'JSON',
      nullable: true,
      description: 'JSON Schema 2020-12 of its answer. Null if the provider gives none.',
      resolve: ({ outputSchema }) => outputSchema,
    }),
    digest: t.string({
      description: 'SHA-256, in hexadecimal digits, over its whole description.',
      resolve: ({ digest }) => digest.toString('hex'),
    }),
    driftedAt: t.expose('driftedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When its definition last changed.',
    }),
    removedAt: t.expose('removedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it disappeared from the description.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime' }),
    rowVersion: t.exposeInt('rowVersion'),
  }),
});
