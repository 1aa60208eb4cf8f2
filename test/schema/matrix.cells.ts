import type { GraphQLField } from 'graphql';
import type { Permission } from '../../schema/kernel/access/permissions.ts';
import { errorTable } from '../../schema/values/error-table.ts';
import { newId } from '../../schema/values/id.ts';
import { schema } from '../../schema/index.ts';
import { hasPermission } from '../support/role-table.ts';
import type { Row } from './matrix.inputs.ts';
import type { Ids, Place } from './matrix.place.ts';
import type { MatrixCaller } from './matrix.world.ts';

export type Which = 'own' | 'foreign' | 'missing';

export interface Cell {
  row: Row;
  caller: MatrixCaller;
  which: Which;
}

interface Scopes {
  public?: boolean;
  known?: boolean;
  signedIn?: boolean;
  can?: Permission;
  canEither?: readonly [Permission, Permission];
  sandboxKey?: boolean;
  liveKey?: boolean;
  service?: boolean;
  agent?: string;
}

export const rootFields: ReadonlyMap<string, GraphQLField<unknown, unknown>> = new Map(
  [schema.getQueryType(), schema.getMutationType()].flatMap((type) =>
    Object.entries(type?.getFields() ?? {}),
  ),
);

export function isMutation({ operation }: Row): boolean {
  return operation in (schema.getMutationType()?.getFields() ?? {});
}

/** Combines every caller with every id that the row can be tried with. */
export function cellsOf(row: Row, callers: readonly MatrixCaller[]): Cell[] {
  const ids: Which[] = row.isNeverForeign ? ['own', 'missing'] : ['own', 'foreign', 'missing'];
  return callers.flatMap((caller) =>
    (row.id ? ids : ids.slice(0, 1)).map((which) => ({ row, caller, which })),
  );
}

/** Creates the ids that all refused cells share. */
export async function sharedIds(row: Row, here: Place, there: Place): Promise<Record<Which, Ids>> {
  const own = (await row.subject?.(here)) ?? {};
  const foreign = row.id && !row.isNeverForeign ? ((await row.subject?.(there)) ?? {}) : {};
  return { own, foreign, missing: row.id ? { ...own, [row.id[0]]: newId(row.id[1]) } : own };
}

/** No automation has these, in any role: to admit, to restore, to decide, to undo what two people decided. */
const ofPeople: ReadonlySet<Permission> = new Set<Permission>([
  'workspace:delete',
  'members:invite',
  'members:write',
  'members:remove',
  'sessions:revoke',
  'applications:reactivate',
  'deployments:approve',
  'connections:authorize',
  'mcp_servers:review',
  'mcp_clients:write',
  'mcp_credentials:write',
  'mcp_grants:write',
  'tool_calls:approve',
  'production_access:approve',
  'production_access:suspend',
  'approvals:decide',
]);

const denied = '403 workspace_access_denied: You do not have access to the requested workspace';
const lacks = (permission: Permission, more = '') =>
  `403 permission_required: Workspace permission is required: ${permission}${more} [${permission}]`;

/**
 * Returns the answer by the permission table and the field's own declaration. The permission comes first,
 * from the role alone, and then the row.
 */
export function expected({ row, caller, which }: Cell): string {
  const {
    public: isPublic,
    known,
    signedIn,
    sandboxKey,
    liveKey,
    service,
    agent,
    can,
    canEither,
  } = scopesOf(row);
  const { kind, role } = caller;
  const isAutomation = kind === 'AUTOMATION';
  const may = (permission: Permission) =>
    role !== undefined && hasPermission(role, permission) && !(isAutomation && ofPeople.has(permission));
  if (caller.workspace && !role) return denied;
  if (isPublic) return 'OK';
  if (service) return kind === 'SERVICE' ? 'OK' : '401 credential_missing';
  if (agent) return kind === 'AGENT' ? (row.toAgents ?? 'OK') : '401 credential_missing';
  if (sandboxKey) return kind === 'KEY' ? ended(row) : '401 credential_missing';
  // The key of the matrix is one of the sandbox.
  if (liveKey) return '401 credential_missing';
  if (kind !== 'PERSON' && !isAutomation) return '401 session_missing';
  if (known) return 'OK';
  if (signedIn && isAutomation) return '403 person_required';
  if (!role && (can ?? canEither ?? row.needs)) return denied;
  if (can && !may(can)) return lacks(can);
  if (canEither && !canEither.some(may)) return lacks(canEither[0]);
  if (row.reads && !may(row.reads)) return lacks(row.reads);
  if (row.isOfPeople && isAutomation) return '403 person_required';
  if (row.needs?.before === 'ANY_ROW' && !may(row.needs.permission)) return lacks(row.needs.permission);
  if (which !== 'own' || (row.onlyFor && role !== row.onlyFor)) return '404 not_found';
  const { needs } = row;
  if (needs && !may(needs.permission) && !(needs.orElse && may(needs.orElse)))
    return lacks(needs.permission, needs.sentence);
  return ended(row);
}

function ended({ ends }: Row): string {
  return ends ? `${errorTable[ends][0]} ${ends}` : 'OK';
}

export function scopesOf({ operation }: Row): Scopes {
  const options = rootFields.get(operation)?.extensions['pothosOptions'] as
    | { authScopes?: Scopes }
    | undefined;
  return options?.authScopes ?? {};
}

/** Picks one cell for each answer and id, with another caller for each row. */
export function oneOfEach(cells: readonly Cell[], answerOf: (cell: Cell) => string, turn: number): Cell[] {
  const groups = Map.groupBy(cells, (it) => `${it.which} ${answerOf(it)}`);
  return [...groups.values()].flatMap((group) => group[turn % group.length] ?? []);
}

interface Told {
  status: number;
  code: string;
  message: string;
  permission?: string | undefined;
}

/** Formats an answer as a cell: with its message where the specification defines one. */
export function cellOf(told: Told | null): string {
  if (!told) return 'OK';
  const { status, code, message, permission } = told;
  if (code !== 'permission_required' && code !== 'workspace_access_denied') return `${status} ${code}`;
  return `${status} ${code}: ${message}${permission ? ` [${permission}]` : ''}`;
}

export const nameOf = ({ caller, which }: Cell) => `${caller.name}, ${which}`;
