import { Connector, type ConnectorSource } from '../../../db/models/connector.ts';
import { record } from '../../records/audit/record.ts';
import { builder } from '../../kernel/builder.ts';
import { withFreeName } from '../../kernel/free-name.ts';
import { memberOf, type Context, type TransactionContext } from '../../kernel/context.ts';
import { missing, refuse, validationFailed } from '../../values/errors.ts';
import * as formats from '../../values/formats.ts';
import * as connectFormats from '../../values/connect-formats.ts';
import { newId } from '../../values/id.ts';
import { takeCredential } from './credential.ts';
import { connectorFields } from './fields.ts';
import { readyMadeBy, readyMadeConnectors, type ReadyMade } from './ready-made.ts';
import { assertOneSource, requestImport, type Source } from './request-import.ts';
import { maxConnectors } from './rules.ts';
import { toEventData } from './event-data.ts';
import { ConnectorSourceEnum, patternsMeaning } from './type.ts';

interface CreateConnector extends Source {
  name?: string | null | undefined;
  description?: string | null | undefined;
  source?: ConnectorSource | null | undefined;
  credentialReferenceId?: string | null | undefined;
  baseUrlPatterns?: string[] | null | undefined;
}

/** Creates a connector. A job imports its description. */
export async function createConnector(ctx: Context, input: CreateConnector) {
  const { name, description, source, credentialReferenceId, baseUrlPatterns, from } = completed(input);
  assertOneSource(source, from);
  return await ctx.transaction(async (tx) => {
    const { workspaceId, memberId } = memberOf(tx);
    await assertCapacity(tx);
    const sourceUrl = from.url ?? null;
    await takeCredential(tx, { source, sourceUrl, credentialReferenceId });
    const now = tx.clock.now();
    const [id, latestImport] = [newId('connector'), newId('connectorImport')];
    const row = {
      id,
      workspaceId,
      name,
      description,
      source,
      sourceUrl,
      readyMade: from.readyMade ?? null,
      credentialReferenceId,
      status: 'IMPORTING' as const,
      servers: [],
      baseUrlPatterns,
      baseUrlProposals: [],
      schemes: [],
      latestImport,
      createdBy: memberId,
      createdAt: now,
      updatedAt: now,
    };
    const connector = await withFreeName(
      'a connector',
      async () => await Connector.query(tx.knex).insert(row).returning('*'),
    );
    const requested = await requestImport(tx, latestImport, id, from);
    await record(tx, 'connector.created', { subject: connector, data: toEventData(connector, requested) });
    return { connector };
  });
}

/** Fills absent fields from the ready-made connector. */
function completed(given: CreateConnector) {
  const { name, description, source, credentialReferenceId, baseUrlPatterns, ...from } = given;
  const readyMade = from.readyMade ? assertReadyMade(from.readyMade) : null;
  const named = name ?? readyMade?.name;
  const describedBy = source ?? (readyMade ? 'OPENAPI' : undefined);
  if (named === undefined || describedBy === undefined)
    throw validationFailed([
      ...(named === undefined ? [missing('/name')] : []),
      ...(describedBy === undefined ? [missing('/source')] : []),
    ]);
  return {
    name: named,
    description: description ?? readyMade?.description ?? '',
    source: describedBy,
    credentialReferenceId: credentialReferenceId ?? null,
    baseUrlPatterns: baseUrlPatterns ?? [],
    from,
  };
}

function assertReadyMade(id: string): ReadyMade {
  const readyMade = readyMadeBy(id);
  if (readyMade) return readyMade;
  const message = `must be one of ${readyMadeConnectors.map((known) => known.id).join(', ')}`;
  throw validationFailed([{ pointer: '/readyMade', code: 'invalid', message }]);
}

async function assertCapacity(tx: TransactionContext): Promise<void> {
  const known = await Connector.inWorkspace(tx).whereNot({ status: 'DELETED' }).resultSize();
  if (known < maxConnectors) return;
  throw refuse(
    'limit_reached',
    `The workspace has ${maxConnectors} connectors, the maximum. Delete one first.`,
  );
}

builder.relayMutationField(
  'createConnector',
  {
    inputFields: (t) => ({
      name: t.string({
        validate: formats.name,
        description: 'Unique in the workspace. Required except for a ready-made connector, which has a name.',
      }),
      description: t.string({ validate: formats.description }),
      source: t.field({
        type: ConnectorSourceEnum,
        description: 'Required except for a ready-made connector, which uses OPENAPI.',
      }),
      url: t.string({
        validate: connectFormats.documentUrl,
        description:
          'The URL of the description or of the MCP server, on the public internet with https unless the operator allows the host.',
      }),
      document: t.string({
        validate: connectFormats.document,
        description: 'The description itself, instead of its URL; up to 32 MiB over REST.',
      }),
      readyMade: t.string({
        validate: connectFormats.readyMade,
        description:
          'The id of a ready-made connector, instead of a URL or a document. Its description ships with this version.',
      }),
      credentialReferenceId: t.id({
        description:
          'The BEARER, BASIC or CUSTOM credential for an MCP server that does not list its tools publicly. From then ' +
          'on it works only for that origin. An MCP server with OAuth needs none: create a connection instead.',
      }),
      baseUrlPatterns: t.stringList({
        validate: connectFormats.baseUrlPatterns.optional(),
        description: patternsMeaning,
      }),
    }),
  },
  {
    description:
      'Creates a connector from a provider’s description, or a ready-made one. The server imports it in the ' +
      'background; `latestImport` shows the progress. Needs `connections:write`.',
    authScopes: { can: 'connections:write' },
    resolve: async (_root, { input }, ctx) => await createConnector(ctx, input),
  },
  { outputFields: connectorFields },
);
