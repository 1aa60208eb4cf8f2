import { ApiKey } from '../../../db/models/api-key.ts';
import { Application } from '../../../db/models/application.ts';
import { Automation } from '../../../db/models/automation.ts';
import { AutomationCredential } from '../../../db/models/automation-credential.ts';
import type { WorkspaceModel } from '../../../db/models/base.ts';
import { Connection } from '../../../db/models/connection.ts';
import { Connector } from '../../../db/models/connector.ts';
import { McpClient } from '../../../db/models/mcp-client.ts';
import { McpCredential } from '../../../db/models/mcp-credential.ts';
import { McpServer } from '../../../db/models/mcp-server.ts';
import { Member } from '../../../db/models/member.ts';
import { Person } from '../../../db/models/person.ts';
import { ApiProduct } from '../../../db/models/api-product.ts';
import { Project } from '../../../db/models/project.ts';
import { Vault } from '../../../db/models/vault.ts';
import { Workspace } from '../../../db/models/workspace.ts';
import type { Context } from '../../kernel/context.ts';
import { kindOfId } from '../../values/id.ts';

export const nameDescription = 'Its current name. Null if it has none or belongs to another workspace.';

/** Models of a workspace whose rows have a name, by the kind of their ids. */
const named: Record<string, typeof WorkspaceModel> = {
  api_key: ApiKey,
  application: Application,
  automation: Automation,
  automation_credential: AutomationCredential,
  connection: Connection,
  connector: Connector,
  mcp_client: McpClient,
  mcp_credential: McpCredential,
  mcp_server: McpServer,
  api_product: ApiProduct,
  project: Project,
  vault: Vault,
};
type WithName = WorkspaceModel & { name: string };

/** The subject of a workspace's audit entry or event, by its id. */
export interface Named {
  id: string | null;
  workspaceId: string;
}

/**
 * Returns the current name, with no check of the caller. It checks the workspace of the row, since a refused
 * caller may have sent any id.
 */
export async function nameOf(
  ctx: Pick<Context, 'load' | 'loadMany'>,
  { id, workspaceId }: Named,
): Promise<string | null> {
  const kind = id === null ? null : kindOfId(id);
  if (id === null || kind === null) return null;
  if (kind === 'workspace')
    return id === workspaceId ? ((await ctx.load(Workspace, id))?.name ?? null) : null;
  if (kind === 'member') return await nameOfMember(ctx, workspaceId, await ctx.load(Member, id));
  if (kind === 'person') {
    const members = await ctx.loadMany(Member, 'personId', id);
    return await nameOfMember(
      ctx,
      workspaceId,
      members.find((member) => member.workspaceId === workspaceId),
    );
  }
  const model = named[kind];
  const row = model ? ((await ctx.load(model, id)) as WithName | null) : null;
  return row?.workspaceId === workspaceId ? row.name : null;
}

async function nameOfMember(
  ctx: Pick<Context, 'load' | 'loadMany'>,
  workspaceId: string,
  member: Member | null | undefined,
): Promise<string | null> {
  if (member?.workspaceId !== workspaceId) return null;
  const { id, personId } = member;
  if (personId) return (await ctx.load(Person, personId))?.name ?? null;
  return (await ctx.loadMany(Automation, 'memberId', id))[0]?.name ?? null;
}
