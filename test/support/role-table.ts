import { roles, type Role } from '../../db/models/member.ts';

/**
 * The permissions of each role, written a second time: tests that read the product's own table would not
 * notice a change. A change of a role must be made in both.
 */
const table = `
permission                     O A D P S E B N U C V
workspace:read                 x x x x x x x x x x x
workspace:write                x x . . . . . . . . .
workspace:delete               x x . . . . . . . . .
members:read                   x x x x x x x x x x x
members:invite                 x x . . . . . . . . .
members:write                  x x . . . . . . . . .
members:remove                 x x . . . . . . . . .
roles:read                     x x x x x x x x x x x
reference:read                     x x x x x x x x x x x
sessions:revoke                x x . . x . . . . . .
projects:read                  x x x x x x x x x x x
projects:write                 x x x . . . . . . . .
applications:read              x x x x x x x x x x x
applications:write             x x x . . . . . . . .
applications:delete            x x . . . . . . . . .
applications:suspend           x x . . x . . . . . .
applications:reactivate        x x . . . . . . . . .
api_products:read              x x x x x x x x x x x
api_products:write             x x . . . . . . . . .
deployments:approve            x x . x . . . . . . .
product_assignments:write      x x x . . . . . . . .
sandbox:run                    x x x . . . . . x . .
test_receipts:read             x x x x x . . x x x x
production_access:read         x x x x x . . x x x x
production_access:request      x x x . . . . . . . .
production_access:approve      x x . . . . . . . . .
production_access:suspend      x x . . x . . . . . .
approvals:read                 x x x x x . . . x x x
approvals:decide               x x . x . . . . . . .
api_keys:read                  x x x x x . . x x x x
api_keys:create_sandbox        x x x . x . . . . . .
api_keys:create_live           x x . . . . . . . . .
api_keys:rotate_sandbox        x x x . x . . . . . .
api_keys:rotate_live           x x . . x . . . . . .
api_keys:revoke_sandbox        x x x . x . . . . . .
api_keys:revoke_live           x x . . x . . . . . .
connections:read               x x x x x . . x x x x
connections:write              x x x . . . . . . . .
connections:delete             x x x . . . . . . . .
connections:disable            x x x . x . . . . . .
connections:authorize          x x x . . . . . . . .
connections:use                x x x . . . . . . . .
credential_references:read     x x x . x . . . . x .
credential_references:write    x x x . x . . . . . .
credential_references:destroy  x x . . x . . . . . .
mcp_servers:read               x x x x x . . x x x x
mcp_servers:write              x x x . . . . . . . .
mcp_servers:publish            x x x . . . . . . . .
mcp_servers:review             x x . x . . . . . . .
mcp_servers:quarantine         x x x x x . . . . . .
mcp_clients:read               x x x x x . . . . x .
mcp_clients:write              x x x . x . . . . . .
mcp_clients:delete             x x x . x . . . . . .
mcp_credentials:read           x x x x x . . . . x .
mcp_credentials:write          x x . . x . . . . . .
mcp_credentials:revoke         x x . . x . . . . . .
mcp_grants:read                x x x x x . . . . x .
mcp_grants:write               x x . . x . . . . . .
mcp_grants:revoke              x x . . x . . . . . .
tool_calls:read                x x x x x . . x x x .
tool_calls:approve             x x . x . . . . . . .
webhooks:read                  x x x x x . . x x x x
webhooks:write                 x x x . . . . . . . .
webhook_secrets:rotate         x x x . x . . . . . .
webhook_deliveries:read        x x x x x . . x x x x
webhook_deliveries:replay      x x x . . . . . x . .
events:read                    x x x x x . . x x x x
audit:read                     x x . . x . . . . x .
`;

const [head = [], ...rows] = table
  .trim()
  .split('\n')
  .map((line) => line.trim().split(/\s+/));
const letters = head.slice(1);

/** Maps each permission to the roles that have it. */
export const roleTable: ReadonlyMap<string, readonly Role[]> = new Map(
  rows.map(([permission = '', ...cells]) => [
    permission,
    roles.filter((_role, column) => letters.length === roles.length && cells[column] === 'x'),
  ]),
);

export function hasPermission(role: Role, permission: string): boolean {
  const holders = roleTable.get(permission);
  if (!holders) throw new Error(`${permission} is not in test/support/role-table.ts.`);
  return holders.includes(role);
}
