import { Connection } from '../../../db/models/connection.ts';
import { readToolsBy } from '../connector/readers.ts';
import { withCredential } from './credential.ts';
import { oauthMethods } from './authorization-server.ts';
import { serving } from './rules.ts';

// An MCP server behind OAuth lists its tools for accounts only. The oldest connection that serves reads them.
readToolsBy(async (ctx, { id: connectorId }, url, list) => {
  const connection = await Connection.inWorkspace(ctx)
    // The connector may have another address by now; the token must not go there.
    .where({ connectorId, baseUrl: url.href, problem: null })
    .whereIn('method', oauthMethods)
    .whereIn('status', [...serving])
    .whereNotNull('tokenReferenceId')
    .orderBy(['createdAt', 'id'])
    .first();
  if (!connection) return null;
  const how = { purpose: 'import a connector', isSafe: true };
  return await withCredential(ctx, connection, how, async ({ credential }) => await list(credential));
});
