import { Connector } from '../../db/models/connector.ts';
import { record } from '../audit/record.ts';
import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import * as formats from '../formats.ts';
import { changesNothing } from '../patch.ts';
import { withFreeName } from './create.ts';
import { connectorFields } from './fields.ts';
import { lockConnector } from './find.ts';
import { connectorMoves } from './rules.ts';

interface UpdateConnector {
  id: string;
  name?: string | null | undefined;
  description?: string | null | undefined;
  url?: string | null | undefined;
}

/**
 * Changes what is given; what is absent or null stays. Another address is read at the next import, and what has one of its own
 * is not ready-made any more.
 */
export async function updateConnector(ctx: Context, { id, name, description, url }: UpdateConnector) {
  return await ctx.transaction(async (tx) => {
    const before = await lockConnector(tx, id);
    connectorMoves.next(before.status, 'update');
    const patch = {
      name: name ?? before.name,
      description: description ?? before.description,
      sourceUrl: url ?? before.sourceUrl,
      readyMade: url ? null : before.readyMade,
    };
    if (changesNothing(before, patch)) return { connector: before };
    const now = tx.clock.now();
    const connector = await withFreeName(async () => await Connector.change(tx.knex, id, now, patch));
    await record(tx, 'connector.updated', {
      subject: connector,
      data: connector,
      changes: {
        name: [before.name, patch.name],
        description: [before.description, patch.description],
        sourceUrl: [before.sourceUrl, patch.sourceUrl],
        readyMade: [before.readyMade, patch.readyMade],
      },
    });
    return { connector };
  });
}

builder.relayMutationField(
  'updateConnector',
  {
    inputFields: (t) => ({
      id: t.id({ required: true, description: 'The connector.' }),
      name: t.string({ validate: formats.name }),
      description: t.string({ validate: formats.description }),
      url: t.string({
        validate: formats.documentUrl,
        description: 'Where the next import reads; it ends being ready-made.',
      }),
    }),
  },
  {
    description:
      'Changes a connector’s name, description or the address that it is imported from. Needs `connections:write`.',
    authScopes: { can: 'connections:write' },
    resolve: async (_root, { input }, ctx) => await updateConnector(ctx, input),
  },
  { outputFields: connectorFields },
);
