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
  /** The tool’s key, which its provider chose. */
  key: string;
}

/** Mails the reviewers that a provider has changed a tool, so the version is in quarantine. */
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

/** Mails the reviewers that only a title or description has changed, so the version stays in service. */
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

/**
 * Mails the reviewers that a connection has a new secret, and that its provider does not report the account.
 */
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
  /** Returns the news as a sentence about the version, which `what` names. */
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
