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
      'Agents find nothing of this version any more. Look at the tool, then submit the version again and have it reviewed, ' +
        'or take the tool out:',
    ],
  });
}

/** Mails them that only its title or description differs, which stops nothing. */
export async function mailReworded(tx: TransactionContext, { key, ...found }: Found): Promise<void> {
  await mail(tx, found, {
    subject: `A tool of the MCP server ${found.server.name} is worded in another way`,
    opening: describedOtherwise(key),
    paragraphs: [
      'Only its title or description differs, so it serves on. Agents read these words: look at them, and quarantine the ' +
        'server if they mislead:',
    ],
  });
}

/** Mails them that a connection has another secret, of an account that its provider does not tell. */
export async function mailSecretChanged(
  tx: TransactionContext,
  { connection, ...found }: Offering & { connection: string },
): Promise<void> {
  await mail(tx, found, {
    subject: `A connection of the MCP server ${found.server.name} has another secret`,
    opening: (what) => `The connection “${connection}” of ${what} has another secret.`,
    paragraphs: [
      'Its provider does not tell whose account that is, so it serves on. Look who changed it and when, and quarantine the ' +
        'server if it may be another account:',
    ],
  });
}

function describedOtherwise(key: string): (what: string) => string {
  return (what) => `The provider describes the tool “${key}” of ${what} in another way than before.`;
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
