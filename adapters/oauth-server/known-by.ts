import { Member } from '../../db/models/member.ts';
import { Person } from '../../db/models/person.ts';
import { Workspace } from '../../db/models/workspace.ts';
import type { Context } from '../../schema/kernel/context.ts';
import { refuse } from '../../schema/values/errors.ts';
import { kindOfId } from '../../schema/values/id.ts';
import { clientInForce } from '../../schema/identity/mcp-client/in-force.ts';

/** How this server knows a client: by a URL, a member's registration, or the client's own one. */
export type KnownBy =
  | { kind: 'ADDRESS'; host: string }
  | { kind: 'MEMBER'; workspaceId: string; workspaceName: string; registeredBy: string }
  | { kind: 'ITSELF' };

/** Returns how this server knows a client. Throws `not_found` if a member has deleted it. */
export async function knownBy({ knex }: Pick<Context, 'knex'>, id: string): Promise<KnownBy> {
  const kind = kindOfId(id);
  if (kind === 'oauth_client') return { kind: 'ITSELF' };
  if (kind !== 'mcp_client') return { kind: 'ADDRESS', host: new URL(id).host };
  const client = await clientInForce(knex, id);
  if (!client)
    throw refuse(
      'not_found',
      'The application was deleted here. Ask the member who registered it for another one.',
    );
  const { workspaceId, createdBy } = client;
  const workspace = await Workspace.query(knex).findById(workspaceId).throwIfNotFound();
  const { personId } = await Member.query(knex).findById(createdBy).throwIfNotFound();
  const person = personId === null ? undefined : await Person.query(knex).findById(personId);
  return {
    kind: 'MEMBER',
    workspaceId,
    workspaceName: workspace.name,
    registeredBy: person?.name ?? 'a member',
  };
}

/** Returns the destination of a redirect for a page: a host, or the scheme of a program. */
export function destinationOf(redirectUri: string): string {
  const { protocol, host } = new URL(redirectUri);
  return /^https?:$/.test(protocol) ? host : `the program for ${protocol}`;
}
