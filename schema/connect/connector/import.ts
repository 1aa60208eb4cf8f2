import { Connector } from '../../../db/models/connector.ts';
import { record } from '../../records/audit/record.ts';
import { builder } from '../../kernel/builder.ts';
import type { Context } from '../../kernel/context.ts';
import { refuse } from '../../values/errors.ts';
import * as connectFormats from '../../values/connect-formats.ts';
import { newId } from '../../values/id.ts';
import { rowFields } from '../../kernel/row-version.ts';
import { connectorFields } from './fields.ts';
import { lockConnector } from './find.ts';
import { assertOneSource, requestImport } from './request-import.ts';
import { connectorMoves } from './rules.ts';
import { toEventData } from './event-data.ts';

interface ImportConnector {
  id: string;
  document?: string | null | undefined;
}

/** Requests another import: of the given document, or of the connector’s URL or ready-made description. */
export async function importConnector(ctx: Context, { id, document }: ImportConnector) {
  return await ctx.transaction(async (tx) => {
    const before = await lockConnector(tx, id);
    const status = connectorMoves.next(before.status, 'import');
    const { sourceUrl: url, readyMade } = before;
    if (!url && !readyMade && !document)
      throw refuse(
        'invalid_request',
        'The connector’s description was uploaded, so it has no URL to read. Send the document.',
      );
    const from = document ? { document } : { url, readyMade };
    assertOneSource(before.source, from);
    const latestImport = newId('connectorImport');
    const requested = await requestImport(tx, latestImport, id, from);
    const connector = await Connector.change(tx.knex, id, tx.clock.now(), { status, latestImport });
    await record(tx, 'connector.import_requested', {
      subject: connector,
      data: toEventData(connector, requested),
    });
    return { connector };
  });
}

builder.relayMutationField(
  'importConnector',
  {
    inputFields: (t) => ({
      ...rowFields(t, 'The connector.'),
      document: t.string({
        validate: connectFormats.document,
        description: 'The description, instead of reading it from the connector’s URL or from this version.',
      }),
    }),
  },
  {
    description:
      'Imports the provider’s description again. Marks changed capabilities as drifted and missing ones as ' +
      'removed; `latestImport` counts them. Needs `connections:write`.',
    authScopes: { can: 'connections:write' },
    resolve: async (_root, { input }, ctx) => await importConnector(ctx, input),
  },
  { outputFields: connectorFields },
);
