import { Capability, type CapabilityMode } from '../../../db/models/capability.ts';
import type { Connection } from '../../../db/models/connection.ts';
import { builder } from '../../kernel/builder.ts';
import { CapabilityModeEnum, CapabilityType } from '../connector/capability-type.ts';
import { findConnection } from '../connection/find.ts';
import { ProviderConnectionType } from '../connection/type.ts';
import { notFound, validationFailed } from '../../values/errors.ts';
import * as agentFormats from '../../values/agent-formats.ts';
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
      'A capability that the caller has read and may now run: with its current description, through this ' +
      'connection, within these bounds. It grants no permission.',
    fields: (t) => ({
      selection: t.exposeString('selection', {
        description:
          'An opaque string for `readCapability` or, for an agent, `readGrantedCapability`. It works only for the same caller.',
      }),
      mode: t.expose('mode', { type: CapabilityModeEnum }),
      maxRows: t.int({ resolve: ({ bounds }) => bounds.rows }),
      maxBytes: t.int({
        description: 'The size limit of the data as JSON.',
        resolve: ({ bounds }) => bounds.bytes,
      }),
      timeoutSeconds: t.int({ resolve: ({ bounds }) => bounds.seconds }),
      expiresAt: t.expose('expiresAt', { type: 'DateTime' }),
    }),
  });

const CapabilityDescriptionType = builder.objectRef<Described>('CapabilityDescription').implement({
  description: 'A capability, with everything needed to run it.',
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
      description: 'Null without a connection.',
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
      'One capability with its schemas and, if a connection is given, a selection to run it. Needs `connections:read`.',
    args: {
      id: t.arg.id({ required: true }),
      connectionId: t.arg.id({ description: 'A connection of its connector.' }),
      limit: t.arg.int({
        validate: agentFormats.rowLimit.optional(),
        description: `The most rows that the selection can read: 1 to ${maxRows}, by default ${usualBounds.rows}.`,
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
      message: 'belongs to another provider than the capability',
    },
  ]);
}
