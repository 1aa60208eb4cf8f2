import { complexityFromQuery } from '@pothos/plugin-complexity';
import { AuthScopeFailureType } from '@pothos/plugin-scope-auth';
import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import {
  Kind,
  OperationTypeNode,
  getNullableType,
  isInputObjectType,
  type DocumentNode,
  type GraphQLField,
  type OperationDefinitionNode,
} from 'graphql';
import type { McpScope } from '../db/models/mcp-consent.ts';
import { recordDenials } from './records/audit/deny.ts';
import type { Caller } from './kernel/access/caller.ts';
import type { Permission } from './kernel/access/permissions.ts';
import { scopesOf, whyRefused } from './kernel/access/scopes.ts';
import type { Context } from './kernel/context.ts';
import { schema } from './index.ts';
import type { Refusal } from './values/errors.ts';
import { executeDocument } from './execute-document.ts';
import { toRefusal } from './kernel/to-refusal.ts';

/**
 * Runs a typed document in process, as every adapter does. Returns its whole data or throws the first
 * refusal. Audited refusals have their entry by then. `named` gives the targets that the variables do not
 * contain.
 */
export async function run<Data, Variables extends Record<string, unknown>>(
  ctx: Context,
  document: TypedDocumentNode<Data, Variables>,
  variables: Variables,
  named?: object,
): Promise<Data> {
  const { data, errors } = await executeDocument({ ...ctx, isOwnDocument: true }, document, variables);
  if (!errors?.[0]) return data as Data;
  await recordDenials(ctx, errors, named);
  throw toRefusal(ctx.log, ctx.client.requestId, errors[0]);
}

/** Runs a typed document as `run` does. Returns null if any part was refused; it records no denial. */
export async function tryRun<Data, Variables extends Record<string, unknown>>(
  ctx: Context,
  document: TypedDocumentNode<Data, Variables>,
  variables: Variables,
): Promise<Data | null> {
  const { data, errors } = await executeDocument({ ...ctx, isOwnDocument: true }, document, variables);
  return errors ? null : (data as Data);
}

/** Returns the cost of a valid document with these variables; 0 if they are refused, since then nothing runs. */
export function costOf(ctx: Context, document: DocumentNode, variables: Record<string, unknown>): number {
  try {
    return complexityFromQuery(document, { schema, ctx, variables }).complexity;
  } catch {
    return 0;
  }
}

/** Returns the permissions that a document's root fields declare, for API descriptions. */
export function permissionsOfDocument(document: DocumentNode): Permission[] {
  return document.definitions.flatMap((definition) =>
    definition.kind === Kind.OPERATION_DEFINITION ? permissionsOfOperation(definition) : [],
  );
}

/** Returns the permissions of one operation. Ignores fields inside fragments. */
export function permissionsOfOperation(operation: OperationDefinitionNode): Permission[] {
  return scopesOfOperation(operation).flatMap(({ can, canEither }) => [can ?? [], canEither ?? []].flat());
}

/** Returns the permission text of the root field, or else its permissions' names; null if it needs none. */
export function permissionText(document: DocumentNode): string | null {
  const fields = document.definitions.flatMap((it) =>
    it.kind === Kind.OPERATION_DEFINITION ? rootFieldsOf(it) : [],
  );
  const said = fields.flatMap(
    ({ extensions }) => (extensions['permission'] as (() => string) | undefined) ?? [],
  );
  return said[0]?.() ?? (permissionsOfDocument(document).join(' or ') || null);
}

/** Whether the document is only for signed-in persons, for API descriptions. */
export function isForPeople({ definitions }: DocumentNode): boolean {
  return definitions.some(
    (it) => it.kind === Kind.OPERATION_DEFINITION && scopesOfOperation(it).some(({ signedIn }) => signedIn),
  );
}

/** Returns the scopes that the document requires of an external agent's token. */
export function agentScopesOf({ definitions }: DocumentNode): string[] {
  const scopes = definitions.flatMap((it) =>
    it.kind === Kind.OPERATION_DEFINITION ? scopesOfOperation(it) : [],
  );
  return [...new Set(scopes.flatMap(({ agent }) => agent ?? []))];
}

/** Whether the document's mutation takes the version of the row that it changes. */
export function takesRowVersion({ definitions }: DocumentNode): boolean {
  return definitions.some(
    (it) => it.kind === Kind.OPERATION_DEFINITION && rootFieldsOf(it).some(takesVersion),
  );
}

function takesVersion({ args }: GraphQLField<unknown, Context>): boolean {
  const type = args.find(({ name }) => name === 'input')?.type;
  const input = type && getNullableType(type);
  return isInputObjectType(input) && 'ifRowVersion' in input.getFields();
}

/** Whether the document changes nothing. */
export function isQuery({ definitions }: DocumentNode): boolean {
  return definitions.every(
    (it) => it.kind !== Kind.OPERATION_DEFINITION || it.operation === OperationTypeNode.QUERY,
  );
}

function scopesOfOperation(operation: OperationDefinitionNode): DeclaredScopes[] {
  return rootFieldsOf(operation).map(({ extensions }) => declaredBy(extensions));
}

function rootFieldsOf({
  operation,
  selectionSet,
}: OperationDefinitionNode): GraphQLField<unknown, Context>[] {
  const fields = schema.getRootType(operation)?.getFields() ?? {};
  return selectionSet.selections.flatMap((it) =>
    it.kind === Kind.FIELD ? (fields[it.name.value] ?? []) : [],
  );
}

/**
 * Throws and records the refusal of a caller who may not run the document, before any of its input is read.
 * `named` lists the targets for the audit entry.
 */
export async function assertAllowed(
  ctx: Context,
  { definitions }: DocumentNode,
  named: object,
): Promise<void> {
  const found = deniedField(ctx, definitions);
  if (!found) return;
  found.refusal.details.attempt = { action: found.field, args: named };
  await recordDenials(ctx, [found.refusal]);
  throw found.refusal;
}

/** Returns the refusal of a caller who may not run the document; null if they may. It judges no input. */
export function refusalFor(caller: Caller, { definitions }: DocumentNode): Refusal | null {
  return deniedField({ caller }, definitions)?.refusal ?? null;
}

function deniedField(
  ctx: Pick<Context, 'caller'>,
  definitions: DocumentNode['definitions'],
): { field: string; refusal: Refusal } | null {
  const judges = scopesOf(ctx);
  const operations = definitions.filter((it) => it.kind === Kind.OPERATION_DEFINITION);
  for (const { name, extensions } of operations.flatMap(rootFieldsOf)) {
    const [declared] = Object.entries(declaredBy(extensions));
    if (!declared) continue;
    const [scope, parameter] = declared as [keyof typeof judges, never];
    const judge = judges[scope];
    if (typeof judge === 'function' ? judge(parameter) : judge) continue;
    const kind = AuthScopeFailureType.AuthScope;
    return { field: name, refusal: whyRefused(ctx, { kind, scope, parameter, error: null }) };
  }
  return null;
}

function declaredBy(extensions: GraphQLField<unknown, Context>['extensions']): DeclaredScopes {
  const options = extensions['pothosOptions'] as { authScopes?: DeclaredScopes } | undefined;
  return options?.authScopes ?? {};
}

interface DeclaredScopes {
  signedIn?: boolean;
  agent?: McpScope;
  can?: Permission;
  canEither?: readonly Permission[];
}
