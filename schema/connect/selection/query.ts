import { Capability, type CapabilityMode } from '../../../db/models/capability.ts';
import type { Connection } from '../../../db/models/connection.ts';
import { builder } from '../../kernel/builder.ts';
import { CapabilityModeEnum, CapabilityType } from '../connector/capability-type.ts';
import { findConnection } from '../connection/find.ts';
import { ProviderConnectionType } from '../connection/type.ts';
import { notFound, validationFailed } from '../../values/errors.ts';
import * as formats from '../../values/formats.ts';
import { boundsOf, usualBounds, type CallBounds } from '../gateway/provider.ts';
import { maxRows } from '../gateway/rules.ts';
import type { Context } from '../../kernel/context.ts';
import { mintSelection } from './handle.ts';

interface Described {
  capability: Capability;
  connection: Connection | null;
  bounds: CallBounds;
}

export const CapabilitySelectionType = builder
  .objectRef<{ selection: string; expiresAt: Date; bounds: CallBounds; mode: CapabilityMode }>(
    'CapabilitySelection',
  )
  .implement({
    description:
      'What the caller has looked at and may now run: this capability as it is described now, through this connection, within ' +
      'these bounds. It is no permission.',
    fields: (t) => ({
      selection: t.exposeString('selection', {
        description:
          'Opaque; for `readCapability` or, of an agent, `readGrantedCapability`, by the same caller.',
      }),
      mode: t.expose('mode', { type: CapabilityModeEnum }),
      maxRows: t.int({ resolve: ({ bounds }) => bounds.rows }),
      maxBytes: t.int({ description: 'Of the data as JSON.', resolve: ({ bounds }) => bounds.bytes }),
      timeoutSeconds: t.int({ resolve: ({ bounds }) => bounds.seconds }),
      expiresAt: t.expose('expiresAt', { type: 'DateTime' }),
    }),
  });

const CapabilityDescriptionType = builder.objectRef<Described>('CapabilityDescription').implement({
  description: 'A capability with what it takes to run it.',
  fields: (t) => ({
    capability: t.field({ type: CapabilityType, resolve: ({ capability }) => capability }),
    connection: t.field({
      type: ProviderConnectionType,
      nullable: true,
      resolve: ({ connection }) => connection,
    }),
    selection: t.field({
      type: CapabilitySelectionType,
      nullable: true,
      description: 'Null where no connection was named.',
      resolve: ({ capability, connection, bounds }, _args, ctx) =>
        connection && {
          ...mintSelection(ctx, capability, { connectionId: connection.id, rows: bounds.rows }),
          bounds,
          mode: capability.mode,
        },
    }),
  }),
});

builder.queryField('capability', (t) =>
  t.field({
    type: CapabilityDescriptionType,
    nullable: true,
    description:
      'One capability with its schemas and, with a connection, a selection to run it by. Needs `connections:read`.',
    args: {
      id: t.arg.id({ required: true }),
      connectionId: t.arg.id({ description: 'A connection of its connector.' }),
      limit: t.arg.int({
        validate: formats.rowLimit.optional(),
        description: `The most rows that the selection lets be read: 1 to ${maxRows}, by default ${usualBounds.rows}.`,
      }),
    },
    authScopes: { can: 'connections:read' },
    resolve: async (_root, { id, connectionId, limit }, ctx) => {
      const capability = await Capability.inWorkspace(ctx).findById(id);
      if (!capability) throw notFound(ctx, 'capability');
      const connection = connectionId ? await connectionOf(ctx, capability, connectionId) : null;
      return { capability, connection, bounds: { ...boundsOf(capability), rows: limit ?? usualBounds.rows } };
    },
  }),
);

async function connectionOf(ctx: Context, { connectorId }: Capability, id: string): Promise<Connection> {
  const connection = await findConnection(ctx, id);
  if (connection.connectorId === connectorId) return connection;
  throw validationFailed([
    {
      pointer: '/connectionId',
      code: 'invalid',
      message: 'is to another provider than the capability is of',
    },
  ]);
}
