import { isDeepStrictEqual } from 'node:util';
import { Connector } from '../../../db/models/connector.ts';
import { record } from '../../records/audit/record.ts';
import { builder } from '../../kernel/builder.ts';
import { withFreeName } from '../../kernel/free-name.ts';
import type { Context } from '../../kernel/context.ts';
import * as formats from '../../values/formats.ts';
import * as connectFormats from '../../values/connect-formats.ts';
import { changesNothing } from '../../values/patch.ts';
import { rowFields } from '../../kernel/row-version.ts';
import { takeCredential } from './credential.ts';
import { connectorFields } from './fields.ts';
import { lockConnector } from './find.ts';
import { announceNewPatterns } from './new-patterns.ts';
import { connectorMoves } from './rules.ts';
import { patternsMeaning } from './type.ts';

interface UpdateConnector {
  id: string;
  name?: string | null | undefined;
  description?: string | null | undefined;
  url?: string | null | undefined;
  credentialReferenceId?: string | null | undefined;
  baseUrlPatterns?: string[] | null | undefined;
}

/**
 * Changes the given fields; absent and null fields stay. The next import reads a new URL, which ends
 * `readyMade`.
 */
export async function updateConnector(ctx: Context, { id, ...given }: UpdateConnector) {
  const { name, description, url, credentialReferenceId, baseUrlPatterns } = given;
  return await ctx.transaction(async (tx) => {
    const before = await lockConnector(tx, id);
    connectorMoves.next(before.status, 'update');
    const patch = {
      name: name ?? before.name,
      description: description ?? before.description,
      sourceUrl: url ?? before.sourceUrl,
      readyMade: url === undefined || url === null ? before.readyMade : null,
      credentialReferenceId: credentialReferenceId ?? before.credentialReferenceId,
      baseUrlPatterns: isDeepStrictEqual(before.baseUrlPatterns, baseUrlPatterns ?? before.baseUrlPatterns)
        ? before.baseUrlPatterns
        : (baseUrlPatterns ?? []),
    };
    if (changesNothing(before, patch)) return { connector: before };
    const isRead = (url ?? credentialReferenceId ?? null) !== null;
    if (isRead) await takeCredential(tx, { source: before.source, ...patch });
    if (patch.baseUrlPatterns !== before.baseUrlPatterns)
      await announceNewPatterns(tx, { connectorId: id, before, patterns: patch.baseUrlPatterns });
    const now = tx.clock.now();
    const connector = await withFreeName(
      'a connector',
      async () => await Connector.change(tx.knex, id, now, patch),
    );
    await record(tx, 'connector.updated', {
      subject: connector,
      data: connector,
      changes: {
        name: [before.name, patch.name],
        description: [before.description, patch.description],
        sourceUrl: [before.sourceUrl, patch.sourceUrl],
        readyMade: [before.readyMade, patch.readyMade],
        credentialReferenceId: [before.credentialReferenceId, patch.credentialReferenceId],
        baseUrlPatterns: [before.baseUrlPatterns, patch.baseUrlPatterns],
      },
    });
    return { connector };
  });
}

builder.relayMutationField(
  'updateConnector',
  {
    inputFields: (t) => ({
      ...rowFields(t, 'The connector.'),
      name: t.string({ validate: formats.name }),
      description: t.string({ validate: formats.description }),
      url: t.string({
        validate: connectFormats.documentUrl,
        description: 'The URL for the next import; the connector stops being ready-made.',
      }),
      credentialReferenceId: t.id({ description: 'The credential of the next import for an MCP server.' }),
      baseUrlPatterns: t.stringList({
        validate: connectFormats.baseUrlPatterns.optional(),
        description: `All patterns; they replace the old ones and must cover every current connection. ${patternsMeaning}`,
      }),
    }),
  },
  {
    description:
      'Changes a connector’s name or description, the URL or credential of its import, or the addresses of its ' +
      'connections. Needs `connections:write`.',
    authScopes: { can: 'connections:write' },
    resolve: async (_root, { input }, ctx) => await updateConnector(ctx, input),
  },
  { outputFields: connectorFields },
);
