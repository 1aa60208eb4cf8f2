import { Member } from '../../../db/models/member.ts';
import type { McpServer } from '../../../db/models/mcp-server.ts';
import type { McpServerVersion } from '../../../db/models/mcp-server-version.ts';
import { Person } from '../../../db/models/person.ts';
import { Workspace } from '../../../db/models/workspace.ts';
import { decidingRoles, kindOf } from '../../approvals/approval/kinds.ts';
import type { TransactionContext } from '../../kernel/context.ts';
import { enqueueMails } from '../../records/mail/enqueue.ts';
import { reachable } from '../../records/mail/reachable.ts';

interface Offering {
  server: McpServer;
  version: McpServerVersion;
}

interface Found extends Offering {
  /** The tool’s key, which its provider has chosen. */
  key: string;
}

/** Mails those who may review that a provider describes a tool in another way, which has stopped what offers it. */
export async function mailDrifted(tx: TransactionContext, { key, ...found }: Found): Promise<void> {
  await mail(tx, found, {
    subject: `The MCP server ${found.server.name} is in quarantine`,
    opening: describedOtherwise(key),
    paragraphs: [
      'Agents no longer find this version. Check the tool. Then submit the version again and have it reviewed, or ' +
        'remove the tool:',
    ],
  });
}

/** Mails them that only its title or description differs, which stops nothing. */
export async function mailReworded(tx: TransactionContext, { key, ...found }: Found): Promise<void> {
  await mail(tx, found, {
    subject: `A tool of the MCP server ${found.server.name} has a new text`,
    opening: describedOtherwise(key),
    paragraphs: [
      'Only its title or description has changed, so the version stays in service. Agents read these texts: check ' +
        'them, and quarantine the server if they mislead:',
    ],
  });
}

/** Mails them that a connection has another secret, of an account that its provider does not tell. */
export async function mailSecretChanged(
  tx: TransactionContext,
  { connection, ...found }: Offering & { connection: string },
): Promise<void> {
  await mail(tx, found, {
    subject: `A connection of the MCP server ${found.server.name} has a new secret`,
    opening: (what) => `The connection “${connection}” of ${what} has a new secret.`,
    paragraphs: [
      'Its provider does not say which account it belongs to, so the version stays in service. Check who changed ' +
        'it and when. Quarantine the server if it may be another account:',
    ],
  });
}

function describedOtherwise(key: string): (what: string) => string {
  return (what) => `The provider has changed the description of the tool “${key}” of ${what}.`;
}

interface News {
  subject: string;
  /** What has happened, of the version in words. */
  opening: (what: string) => string;
  paragraphs: string[];
}

async function mail(
  tx: TransactionContext,
  { server, version }: Offering,
  { subject, opening, paragraphs }: News,
): Promise<void> {
  const workspace = await Workspace.query(tx.knex).findById(server.workspaceId).throwIfNotFound();
  const what = `version ${version.number} of the MCP server “${server.name}” in the workspace “${workspace.name}”`;
  const letters = (await reviewers(tx)).map(({ name, email: to }) => ({
    to,
    subject,
    paragraphs: [
      `Hello ${name},`,
      opening(what),
      ...paragraphs,
      { verbatim: `${tx.settings.baseUrl}/api/console/mcp/servers/${server.id}/versions` },
    ],
  }));
  await enqueueMails(tx, letters);
}

async function reviewers(tx: TransactionContext): Promise<Person[]> {
  const members = await Member.inWorkspace(tx)
    .where({ status: 'ACTIVE', kind: 'HUMAN' })
    .whereIn('role', decidingRoles(kindOf('MCP_SERVER')));
  const ids = members.flatMap(({ personId }) => personId ?? []);
  return reachable(await Person.query(tx.knex).findByIds(ids).orderBy('id'));
}
