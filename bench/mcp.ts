import { lend, type McpStage } from './agent.ts';
import { connect } from './connection.ts';
import type { Contest } from './contestant.ts';
import { reads } from './mcp-reads.ts';
import { searches, sessions } from './mcp-searches.ts';
import type { Platform } from './platform.ts';
import { startProcess } from './process.ts';

/** Each starts after the previous one has ended, since tokens last ten minutes. */
export const mcpContests: readonly ((stage: McpStage) => Promise<Contest>)[] = [searches, sessions, reads];

const nouns =
  'invoices customers refunds parcels products suppliers prices discounts carts returns labels warehouses employees shifts budgets reports taxes vouchers reviews';

/** Grants twenty capabilities of one provider to an agent of each platform. */
export async function setMcpStage(held: AsyncDisposableStack, platforms: Platform[]): Promise<McpStage> {
  const provider = held.use(await startProcess('bench/peers/provider.ts'));
  const origin = `http://127.0.0.1:${provider.port}`;
  const lent = platforms.map(
    async (platform) =>
      await lend(platform, await connect(platform, { origin, name: 'Lent', others: nouns.split(' ') })),
  );
  return { agents: await Promise.all(lent), origin, held };
}
