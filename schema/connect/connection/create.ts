import { Connection } from '../../../db/models/connection.ts';
import { Connector } from '../../../db/models/connector.ts';
import { record } from '../../records/audit/record.ts';
import { builder } from '../../kernel/builder.ts';
import { withFreeName } from '../../kernel/free-name.ts';
import { lockConnector } from '../connector/find.ts';
import { memberOf, type Context, type TransactionContext } from '../../kernel/context.ts';
import { refuse } from '../../values/errors.ts';
import * as formats from '../../values/formats.ts';
import * as connectFormats from '../../values/connect-formats.ts';
import { newId } from '../../values/id.ts';
import { lockProject } from '../project/lock.ts';
import { projectMoves } from '../project/rules.ts';
import { findReference } from '../vault/find.ts';
import { alternativesOf } from './alternatives.ts';
import { findServer } from './authorization-server.ts';
import { baseUrlOf, assertImported } from './base-url.ts';
import { connectionFields } from './fields.ts';
import { wayFor, type OAuthGrant, type Way } from './method.ts';
import { maxConnections } from './rules.ts';
import { assertPlain } from './settings.ts';
import { takeReference } from './take-reference.ts';
import { assertTest } from './test-capability.ts';
import { toEventData } from './event-data.ts';
import { ClientAuthenticationEnum, OAuthGrantEnum } from './type.ts';
import { readParameters } from './parameters.ts';
import { assertOpen } from './without-credential.ts';
import type { OAuthServer } from '../../kernel/ports/provider-oauth.ts';

interface CreateConnection {
  projectId: string;
  connectorId: string;
  name: string;
  baseUrl?: string | null | undefined;
  credentialReferenceId?: string | null | undefined;
  scheme?: string | null | undefined;
  grant?: OAuthGrant | null | undefined;
  scopes?: string[] | null | undefined;
  revocationUrl?: string | null | undefined;
  clientAuthentication?: OAuthServer['clientAuthentication'] | null | undefined;
  oauthParameters?: unknown;
  settings?: unknown;
  testCapabilityId?: string | null | undefined;
  accountPointer?: string | null | undefined;
}

/**
 * Links a project to an account at a provider. If a person must authorize it first, it serves no calls yet.
 */
export async function createConnection(ctx: Context, input: CreateConnection) {
  const { projectId, connectorId, name, credentialReferenceId = null } = input;
  const { scopes, testCapabilityId = null, accountPointer = null } = input;
  const settings = assertPlain(input.settings ?? {});
  const oauthParameters = readParameters(input.oauthParameters);
  const prepare = async () => {
    const connector = await Connector.inWorkspace(ctx).findById(connectorId);
    const reference = credentialReferenceId === null ? null : await findReference(ctx, credentialReferenceId);
    // The transaction reports missing rows when it locks them.
    if (!connector) return null;
    assertImported(connector, reference?.kind ?? null);
    const alternatives = await alternativesOf(ctx, connectorId);
    const way = wayFor({ connector, alternatives }, reference, input);
    const baseUrl = baseUrlOf(connector, input.baseUrl);
    const found = await findServer(ctx, { ...way, baseUrl }, input);
    return { way, baseUrl, reference, found };
  };
  return await ctx.transaction(async (tx, prepared) => {
    const project = await lockProject(tx, projectId);
    projectMoves.next(project.status, 'update');
    const connector = await lockConnector(tx, connectorId);
    if (!prepared) throw new Error('A connection was prepared for no connector.');
    const { way, reference, found } = prepared;
    assertImported(connector, reference?.kind ?? null);
    const { server: authorizationServer } = found;
    const parts = reference?.parts ?? null;
    const baseUrl = baseUrlOf(connector, prepared.baseUrl);
    const hasCredential = credentialReferenceId !== null;
    if (!hasCredential) await assertOpen(tx, connectorId);
    await assertTest(tx, {
      connectorId,
      testCapabilityId,
      accountPointer,
      hasCredential,
      schemes: way.schemes,
    });
    const goesTo = [...(authorizationServer ? [authorizationServer.tokenUrl] : []), baseUrl].map(
      (it) => new URL(it),
    );
    await takeReference(tx, { projectId, credentialReferenceId, parts, goesTo });
    await assertCapacity(tx, projectId);
    const { workspaceId, memberId } = memberOf(tx);
    const now = tx.clock.now();
    const row = {
      id: newId('connection'),
      workspaceId,
      projectId,
      connectorId,
      name,
      baseUrl,
      method: way.method,
      scheme: way.scheme,
      schemes: way.schemes,
      credentialReferenceId,
      authorizationServer,
      oauthParameters,
      scopes: scopes ?? found.scopes,
      settings,
      testCapabilityId,
      accountPointer,
      ...beginningOf(way, testCapabilityId, now),
      createdBy: memberId,
      createdAt: now,
      updatedAt: now,
    };
    const connection = await withFreeName(
      'a connection',
      async () => await Connection.query(tx.knex).insert(row).returning('*'),
      { place: 'project' },
    );
    await record(tx, 'connection.created', { subject: connection, data: toEventData(connection) });
    return { connection };
  }, prepare);
}

/**
 * Returns the initial status. A person authorizes an OAuth client with the code grant; for other OAuth
 * clients, the job requests tokens immediately. Without a person, a test is due immediately.
 */
function beginningOf(
  { method }: Way,
  testCapabilityId: string | null,
  now: Date,
): Pick<Connection, 'status' | 'refreshDueAt' | 'nextCheckAt'> {
  if (method === 'OAUTH2_AUTHORIZATION_CODE')
    return { status: 'DRAFT', refreshDueAt: null, nextCheckAt: null };
  const refreshDueAt = method === 'OAUTH2_CLIENT_CREDENTIALS' ? now : null;
  return { status: 'ACTIVE', refreshDueAt, nextCheckAt: testCapabilityId === null ? null : now };
}

// The project is locked, so of two concurrent creations the second counts the first.
async function assertCapacity(tx: TransactionContext, projectId: string): Promise<void> {
  const query = Connection.inWorkspace(tx).where({ projectId }).whereNot({ status: 'DISCONNECTED' });
  if ((await query.resultSize()) < maxConnections) return;
  throw refuse(
    'limit_reached',
    `The project has ${maxConnections} connections, the maximum. Disconnect one first.`,
  );
}

builder.relayMutationField(
  'createConnection',
  {
    inputFields: (t) => ({
      projectId: t.id({ required: true, description: 'The project of the connection.' }),
      connectorId: t.id({ required: true, description: 'The connector of the provider.' }),
      name: t.string({ required: true, validate: formats.name, description: 'Unique in the project.' }),
      baseUrl: t.string({
        validate: connectFormats.documentUrl,
        description:
          'One of the connector’s servers, by default the first, or an address within its `baseUrlPatterns`. It never changes.',
      }),
      credentialReferenceId: t.id({
        description:
          'The provider’s secret or an OAuth client. Required if every operation needs a credential. It must satisfy ' +
          'at least one operation, with every scheme that the operation combines. After its first connection, a ' +
          'reference works only for that origin. An MCP server that cannot be read yet takes an OAuth client and ' +
          'names its authorization server itself.',
      }),
      scheme: t.string({
        validate: formats.name,
        description:
          'The name of one of the connector’s `schemes`; by default the first that fits the secret.',
      }),
      grant: t.field({
        type: OAuthGrantEnum,
        description:
          'The grant of an OAuth client, if the scheme has both; by default the one with a person.',
      }),
      scopes: t.stringList({
        validate: connectFormats.oauthScopes.optional(),
        description: 'The scopes that an OAuth client requests.',
      }),
      revocationUrl: t.string({
        validate: connectFormats.documentUrl,
        description:
          'Where to revoke OAuth tokens (RFC 7009). OpenAPI documents do not name it; OpenID providers do.',
      }),
      clientAuthentication: t.field({
        type: ClientAuthenticationEnum,
        description: 'How the OAuth client authenticates, if the provider does not say; by default BASIC.',
      }),
      oauthParameters: t.field({
        type: 'JSON',
        description:
          'Further parameters for the provider, as an object of strings such as `{"access_type": "offline"}`.',
      }),
      settings: t.field({
        type: 'JSON',
        description:
          'An object of settings without secrets: at most 32 KiB, 16 levels, 1,000 values. Errors: ' +
          '`secret_in_settings`, `secret_value_in_settings`.',
      }),
      testCapabilityId: t.id({
        description:
          'A read of the connector without arguments, such as the current user. `testConnection` runs it; the server ' +
          'runs it immediately and every six hours.',
      }),
      accountPointer: t.string({
        validate: formats.pointer,
        description:
          'A pointer to the account’s id in the answer, such as `/id`. With it, the server refuses a new ' +
          'authorization or secret of another account.',
      }),
    }),
  },
  {
    description:
      'Links a project to an account at a provider. With an OAuth client of the code grant it is a DRAFT until ' +
      '`authorizeConnection`; otherwise it works immediately. Needs `connections:write`.',
    authScopes: { can: 'connections:write' },
    resolve: async (_root, { input }, ctx) => await createConnection(ctx, input),
  },
  { outputFields: connectionFields },
);
