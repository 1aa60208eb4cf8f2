import { builder } from '../../kernel/builder.ts';
import { refuse } from '../../values/errors.ts';
import { readyMadeBy, readyMadeConnectors, type ReadyMade } from './ready-made.ts';

const ReadyMadeConnectorType = builder.objectRef<ReadyMade>('ReadyMadeConnector').implement({
  description: 'A connector that needs only an id, since its description ships with this version.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'The value for `readyMade` of `createConnector`.' }),
    name: t.exposeString('name'),
    description: t.exposeString('description'),
    document: t.string({
      description: 'The description for the import: an OpenAPI 3.1 document in YAML.',
      resolve: ({ document }) => document.toString(),
    }),
  }),
});

builder.queryField('readyMadeConnectors', (t) =>
  t.field({
    type: [ReadyMadeConnectorType],
    nullable: true,
    description: 'The ready-made connectors of this version, by name. Needs `connections:read`.',
    authScopes: { can: 'connections:read' },
    complexity: { field: 1, multiplier: 1 },
    resolve: () => [...readyMadeConnectors],
  }),
);

builder.queryField('readyMadeConnector', (t) =>
  t.field({
    type: ReadyMadeConnectorType,
    nullable: true,
    description: 'One ready-made connector. Needs `connections:read`.',
    args: { id: t.arg.id({ required: true }) },
    authScopes: { can: 'connections:read' },
    resolve: (_root, { id }) => {
      const readyMade = readyMadeBy(id);
      if (readyMade) return readyMade;
      throw refuse('not_found', 'This version has no ready-made connector with this id.');
    },
  }),
);
