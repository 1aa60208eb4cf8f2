import { capabilityModes, type Capability } from '../../../db/models/capability.ts';
import { builder } from '../../kernel/builder.ts';

export const CapabilityModeEnum = builder.enumType('CapabilityMode', {
  description: 'Whether it only looks, or changes something there.',
  values: capabilityModes,
});

export const CapabilityType = builder.objectRef<Capability>('Capability').implement({
  description: 'One thing that can be asked of a provider, as its description says.',
  fields: (t) => ({
    id: t.exposeID('id', {
      description: 'The same for the same key, however often the description is read.',
    }),
    connectorId: t.exposeID('connectorId'),
    key: t.exposeString('key', { description: 'Names it in its description.' }),
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
      description: 'The same of its answer; null where none is told.',
      resolve: ({ outputSchema }) => outputSchema,
    }),
    digest: t.string({
      description: 'SHA-256, in hexadecimal digits, over all that the description says of it.',
      resolve: ({ digest }) => digest.toString('hex'),
    }),
    driftedAt: t.expose('driftedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it last became another than it had been.',
    }),
    removedAt: t.expose('removedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Since when the description has it no more.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime' }),
    rowVersion: t.exposeInt('rowVersion'),
  }),
});
