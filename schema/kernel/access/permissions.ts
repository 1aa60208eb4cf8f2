import { roles, type Role } from '../../../db/models/member.ts';
import { permissionRequired, type Refusal } from '../../values/errors.ts';
import type { Membership } from './caller.ts';

const [O, A, D, P, S, E, B, N, U, C, V] = roles;

/**
 * Each permission with the roles that hold it. OWNER and ADMIN hold all of them; only the rank guard of the
 * member room separates the two. Spec §5, Roles.
 */
// oxfmt-ignore
const grants = {
  'workspace:read':            [O, A, D, P, S, E, B, N, U, C, V],
  'workspace:write':           [O, A                           ],
  'workspace:delete':          [O, A                           ],
  'members:read':              [O, A, D, P, S, E, B, N, U, C, V],
  'members:invite':            [O, A                           ],
  'members:write':             [O, A                           ],
  'members:remove':            [O, A                           ],
  'roles:read':                [O, A, D, P, S, E, B, N, U, C, V],
  'reference:read':            [O, A, D, P, S, E, B, N, U, C, V],
  'sessions:revoke':           [O, A,       S                  ],
  'projects:read':             [O, A, D, P, S, E, B, N, U, C, V],
  'projects:write':            [O, A, D                        ],
  'applications:read':         [O, A, D, P, S, E, B, N, U, C, V],
  'applications:write':        [O, A, D                        ],
  'applications:delete':       [O, A                           ],
  'applications:suspend':      [O, A,       S                  ],
  'applications:reactivate':   [O, A                           ],
  'api_products:read':         [O, A, D, P, S, E, B, N, U, C, V],
  'api_products:write':        [O, A                           ],
  'deployments:approve':       [O, A,    P                     ],
  'product_assignments:write': [O, A, D                        ],
  'sandbox:run':               [O, A, D,                U      ],
  'test_receipts:read':        [O, A, D, P, S,       N, U, C, V],
  'production_access:read':    [O, A, D, P, S,       N, U, C, V],
  'production_access:request': [O, A, D                        ],
  'production_access:approve': [O, A                           ],
  'production_access:suspend': [O, A,       S                  ],
  'approvals:read':            [O, A, D, P, S,          U, C, V],
  'approvals:decide':          [O, A,    P                     ],
  'api_keys:read':             [O, A, D, P, S,       N, U, C, V],
  'api_keys:create_sandbox':   [O, A, D,    S                  ],
  'api_keys:create_live':      [O, A                           ],
  'api_keys:rotate_sandbox':   [O, A, D,    S                  ],
  'api_keys:rotate_live':      [O, A,       S                  ],
  'api_keys:revoke_sandbox':   [O, A, D,    S                  ],
  'api_keys:revoke_live':      [O, A,       S                  ],
  'connections:read':         [O, A, D, P, S,       N, U, C, V],
  'connections:write':        [O, A, D                        ],
  'connections:delete':       [O, A, D                        ],
  'connections:disable':      [O, A, D,    S                  ],
  'connections:authorize':    [O, A, D                        ],
  'connections:use':          [O, A, D                        ],
  'credential_references:read':    [O, A, D,    S,             C   ],
  'credential_references:write':   [O, A, D,    S                  ],
  'credential_references:destroy': [O, A,       S                  ],
  'mcp_servers:read':         [O, A, D, P, S,       N, U, C, V],
  'mcp_servers:write':        [O, A, D                        ],
  'mcp_servers:publish':      [O, A, D                        ],
  'mcp_servers:review':       [O, A,    P                     ],
  'mcp_servers:quarantine':   [O, A, D, P, S                  ],
  'mcp_clients:read':         [O, A, D, P, S,             C   ],
  'mcp_clients:write':        [O, A, D,    S                  ],
  'mcp_clients:delete':       [O, A, D,    S                  ],
  'mcp_credentials:read':     [O, A, D, P, S,             C   ],
  'mcp_credentials:write':    [O, A,       S                  ],
  'mcp_credentials:revoke':   [O, A,       S                  ],
  'mcp_grants:read':          [O, A, D, P, S,             C   ],
  'mcp_grants:write':         [O, A,       S                  ],
  'mcp_grants:revoke':        [O, A,       S                  ],
  'tool_calls:read':          [O, A, D, P, S,       N, U, C   ],
  'tool_calls:approve':       [O, A,    P                     ],
  'webhooks:read':             [O, A, D, P, S,       N, U, C, V],
  'webhooks:write':            [O, A, D                        ],
  'webhook_secrets:rotate':    [O, A, D,    S                  ],
  'webhook_deliveries:read':   [O, A, D, P, S,       N, U, C, V],
  'webhook_deliveries:replay': [O, A, D,             U         ],
  'events:read':               [O, A, D, P, S,       N, U, C, V],
  'audit:read':                [O, A,       S,             C   ],
} as const satisfies Record<string, readonly Role[]>;

export type Permission = keyof typeof grants;
export const permissions = Object.keys(grants) as Permission[];

const byRole = new Map<Role, ReadonlySet<Permission>>(
  roles.map((role) => [
    role,
    new Set(permissions.filter((it) => (grants[it] as readonly Role[]).includes(role))),
  ]),
);

export function holds(role: Role, permission: Permission): boolean {
  return byRole.get(role)?.has(permission) ?? false;
}

export function permissionsOf(role: Role): Permission[] {
  return permissions.filter((permission) => holds(role, permission));
}

/**
 * Permissions that only people use, even if an automation's role holds them. They delete the workspace, admit
 * members, restore access, decide, overrule decisions, or consent at a provider.
 */
const ofPeople: ReadonlySet<Permission> = new Set<Permission>([
  'workspace:delete',
  'members:invite',
  'members:write',
  'members:remove',
  'sessions:revoke',
  'applications:reactivate',
  'production_access:approve',
  'production_access:suspend',
  'approvals:decide',
  'connections:authorize',
  'deployments:approve',
  'mcp_servers:review',
  'mcp_clients:write',
  'mcp_credentials:write',
  'mcp_grants:write',
  'tool_calls:approve',
]);

export type Holder = Pick<Membership, 'kind' | 'role'>;

/** Whether the member's role holds the permission, and the member is a person if only people use it. */
export function permits({ kind, role }: Holder, permission: Permission): boolean {
  return holds(role, permission) && (kind === 'HUMAN' || !ofPeople.has(permission));
}

export function permissionsFor(member: Holder): Permission[] {
  return permissions.filter((permission) => permits(member, permission));
}

/** Throws unless the member has one of the permissions; the refusal names the first. */
export function assertOneOf(member: Holder, wanted: readonly Permission[]): void {
  const [first] = wanted;
  if (first && !wanted.some((permission) => permits(member, permission))) throw lacking(member, first);
}

/** Throws unless the member has the permission. For rules that depend on the row, not only on the field. */
export function assertPermission(member: Holder, permission: Permission): void {
  if (!permits(member, permission)) throw lacking(member, permission);
}

const list = new Intl.ListFormat('en-GB');

/** Returns the refusal of a member without the permission. It names the roles that have it. */
export function lacking({ kind, role }: Holder, permission: Permission): Refusal {
  if (kind !== 'HUMAN' && ofPeople.has(permission))
    return permissionRequired(permission, 'Only people hold it; an automation never does.');
  const holders = list.format(roles.filter((it) => holds(it, permission)));
  return permissionRequired(permission, `Your role is ${role}; ${holders} have it.`);
}
