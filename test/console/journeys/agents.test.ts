import { beforeAll, describe, expect, it } from 'vitest';
import { consoleDocuments } from '../../../adapters/graphql/console-documents.generated.ts';
import { executeApproved } from '../../../schema/approvals/approval/execute.ts';
import { agentOf } from '../../support/agents.ts';
import { assertClean, chromiumPath, consoleApp, goTo, type Visit } from '../../support/console.ts';
import { grantedWorld } from '../../support/granted.ts';
import type { CastMember } from '../../support/people.ts';
import { toolCallsOf } from '../../support/tool-calls.ts';

describe.skipIf(!chromiumPath)('agents in the console', async () => {
  const app = await consoleApp({ EGRESS_ALLOWED_HOSTS: '127.0.0.1' });
  const { t, signIn } = app;
  let world: Awaited<ReturnType<typeof grantedWorld>>;
  let [approver, developer]: CastMember[] = [];
  beforeAll(async () => {
    world = await grantedWorld(t);
    approver = await world.place.as('APPROVER');
    developer = await world.place.as('DEVELOPER');
  });

  /** Signs in, and opens a place of the sidebar. */
  async function open(who: CastMember | undefined, place: string, options?: object): Promise<Visit> {
    const visit = await signIn(who ?? world.place.owner, undefined, options);
    await goTo(visit, place);
    await visit.page.getByRole('heading', { name: place, level: 1 }).waitFor();
    return visit;
  }

  /** Creates an agent that may request orders. */
  async function orderingAgent() {
    const made = await world.agent({ grants: { createOrder: {} } });
    const agent = agentOf(t, made.token);
    const { capabilityId } = await world.servers.tool('createOrder');
    const ask = async (item: string, purpose: string): Promise<string> => {
      const { body } = await agent.describe(capabilityId);
      const { selection } = body.selection;
      const call = { selection, arguments: { body: { id: 1, item } }, purpose };
      const asked = await agent.request(capabilityId, call);
      if (asked.status >= 300) throw new Error(JSON.stringify(asked.body));
      return asked.body.id;
    };
    return { ...made, ask };
  }

  it('a tool call appears as it is made, says what differs from the last approved one, and is approved', async () => {
    const agent = await orderingAgent();
    const calls = toolCallsOf(t, world.place.workspaceId);
    await calls.approve(await agent.ask('Lamp', 'A lamp for the office.'), approver ?? world.place.owner);
    await executeApproved(t.ports);
    const visit = await open(approver, 'Tool calls');
    const { page } = visit;
    await page.getByText('Live', { exact: true }).waitFor();
    await page.getByText('No tool call waits').waitFor();

    await agent.ask('Desk', 'A desk. <b>Approve</b> it.');
    await page.getByRole('link', { name: 'Create an order' }).click();
    await page
      .getByRole('figure', { name: 'What the agent says' })
      .getByText('A desk. <b>Approve</b> it.')
      .waitFor();
    await page.getByText('Compared with the agent’s last approved call').waitFor();
    expect(await page.locator('.json ins').textContent()).toContain('"item": "Desk"');
    expect(await page.locator('.json del').textContent()).toContain('"item": "Lamp"');
    await assertClean(visit);

    await page.getByRole('button', { name: 'Approve or reject' }).click();
    await page.getByText('A desk. <b>Approve</b> it.').waitFor();
    expect(await page.locator('.json ins').textContent()).toContain('"item": "Desk"');
    await assertClean(visit);
    await page.getByRole('button', { name: 'Approve', disabled: false }).waitFor();
    await page.keyboard.press('a');
    await page.getByRole('link', { name: 'Tool calls' }).click();
    await page.getByText('Approved', { exact: true }).waitFor();
    await executeApproved(t.ports);
    await page.getByText('No tool call waits').waitFor();
    await page.goto(`${page.url()}?agent=${agent.credentialId}`);
    await page.getByText('The calls of one agent.').waitFor();
    await assertClean(visit);
    await page.getByRole('link', { name: 'Decided' }).click();
    await expect.poll(() => page.getByRole('link', { name: 'Create an order' }).count()).toBe(2);
    await assertClean(visit);
  });

  it('a tool call stays closed for a decision while its arguments are not on screen', async () => {
    await (await orderingAgent()).ask('Unseen', 'An order that nobody sees.');
    const visit = await open(approver, 'Approvals');
    const { page } = visit;
    const [documentId = ''] =
      Object.entries(consoleDocuments).find(([, text]) => text.startsWith('query AskedCall')) ?? [];
    let isBroken = true;
    await page.route('**/graphql', async (route) => {
      if (isBroken && route.request().postData()?.includes(documentId)) await route.abort();
      else await route.continue();
    });
    const approve = page.getByRole('button', { name: 'Approve' });
    await page.locator('.rows a').first().click();
    await page.getByRole('button', { name: 'Try again' }).waitFor();
    await page.keyboard.press('a');
    expect(await approve.isDisabled()).toBe(true);

    isBroken = false;
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('"item": "Unseen"').waitFor();
    await expect.poll(async () => await approve.isEnabled()).toBe(true);
  });

  it('arguments are only for members who may approve', async () => {
    const agent = await orderingAgent();
    await agent.ask('Chair', 'A chair for the office.');
    const visit = await open(developer, 'Tool calls');
    await visit.page.getByRole('link', { name: 'Create an order' }).first().click();
    await visit.page
      .getByText('Only members with the permission tool_calls:approve see the arguments.')
      .waitFor();

    expect(await visit.page.getByText('Chair').count()).toBe(0);
    await visit.page.getByRole('button', { name: 'Approve or reject' }).click({ force: true });
    await visit.page.getByText('It needs tool_calls:approve').first().waitFor();
    await assertClean(visit);
  });

  it('a credential shows what hangs on it, up to the agents, as a graph and as a table', async () => {
    const made = await world.agent({ grants: { createOrder: {} } });
    const { body } = await t.rest('GET', '/api/console/connect/connections', {
      as: world.place.owner,
      workspace: world.place.workspaceId,
    });
    const [connection] = body.data;
    const visit = await open(world.place.owner, 'Vault');
    const { page } = visit;
    await page.goto(page.url().replace(/vault$/, `vault/${connection.credentialReferenceId}`));
    const graph = page.getByRole('figure', { name: 'From the credential to the agents that use it' });
    await graph.getByRole('link', { name: connection.name }).waitFor();
    await graph.locator(`a[href$="/mcp-credentials/${made.credentialId}"]`).waitFor();
    expect(await graph.locator('path').count()).toBeGreaterThanOrEqual(3);
    await graph.getByText('The paths as a table').click();
    await graph.getByRole('cell', { name: 'Create an order' }).first().waitFor();
    await assertClean(visit);
    await page.setViewportSize({ width: 390, height: 900 });
    await assertClean(visit);
  });

  it('tool calls that ended are a chart, with the numbers as a table', async () => {
    const calls = toolCallsOf(t, world.place.workspaceId);
    await calls.approve(
      await (await orderingAgent()).ask('Chair', 'A chair.'),
      approver ?? world.place.owner,
    );
    await executeApproved(t.ports);
    const visit = await open(approver, 'Tool calls');
    const { page } = visit;
    await page.getByRole('link', { name: 'Decided' }).click();
    const chart = page.getByRole('figure', { name: /Tool calls that ended, per day/ });
    await chart.getByText('The numbers as a table').click();
    await chart.getByRole('columnheader', { name: 'Outcome unknown' }).waitFor();
    const executed = await chart.getByRole('row').last().getByRole('cell').nth(0).textContent();
    expect(Number(executed)).toBeGreaterThan(0);
    await assertClean(visit);
  });

  it('a server gets its tools, is reviewed, published and quarantined, and its next version is compared', async () => {
    const visit = await open(developer, 'MCP servers');
    const { page } = visit;
    await page.getByRole('button', { name: 'Create an MCP server' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Orders for agents');
    await page.getByRole('button', { name: 'Create the MCP server' }).click();
    await page.getByRole('heading', { name: 'Set the tools' }).waitFor();
    await page.getByRole('button', { name: 'Add List orders' }).click();
    await page.getByRole('button', { name: 'Add Create an order' }).click();
    await page.getByLabel('It only reads').check();
    await page.getByLabel('Why it only reads').fill('It searches by POST.');
    await page.getByRole('button', { name: 'Add Show one order' }).click();
    expect(await page.getByLabel('Why it only reads').inputValue()).toBe('It searches by POST.');
    await assertClean(visit);
    await page.getByRole('button', { name: 'Remove Show one order' }).click();
    await page.getByRole('button', { name: 'Save the tools' }).click();
    await page.getByText('Marked as a read: It searches by POST.').waitFor();
    await page.getByRole('button', { name: 'Submit version 1' }).click();
    await page.getByRole('button', { name: 'Submit the version' }).click();
    await page.getByText('Version 1 waits for a review.').waitFor();
    await assertClean(visit);

    const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
    await world.servers.decide(id, 'approveRequest', approver ?? world.place.owner);
    await page.getByRole('button', { name: 'Publish version 1' }).click();
    await page.getByRole('button', { name: 'Publish the version' }).click();
    await page.getByText('Version 1, published').waitFor();
    await world.servers.setTools(id, ['listOrders', 'getOrder']);
    await page.getByText('1 added, 1 removed, 1 unchanged').waitFor();
    await page.getByRole('link', { name: 'Version 1' }).click();
    await page.getByRole('heading', { name: 'Tools of version 1' }).waitFor();
    await assertClean(visit);

    await page.getByRole('button', { name: 'Quarantine' }).click();
    await page.getByLabel('Reason').fill('The provider was breached.');
    await page.getByRole('button', { name: 'Quarantine the server' }).click();
    await page.getByText('Version 1 is quarantined.').waitFor();
    await assertClean(visit);
  });

  it('a credential shows its secret once, is rotated and revoked', async () => {
    const visit = await open(undefined, 'MCP credentials');
    const { page } = visit;
    await page.getByRole('button', { name: 'Create a credential' }).first().click();
    await page.getByLabel('Name', { exact: true }).fill('Weather agent');
    await page.getByRole('button', { name: 'Create the credential' }).click();
    await page.getByRole('heading', { name: 'The secret of Weather agent' }).waitFor();
    await page.getByRole('button', { name: 'Show' }).click();
    const first = await page.getByRole('dialog').getByText(/^mcs_/).textContent();
    await assertClean(visit);
    await page.getByRole('button', { name: 'I have stored it' }).click();
    await page.getByRole('heading', { name: 'Weather agent' }).waitFor();
    await page.getByRole('button', { name: 'Rotate' }).click();
    await page.getByRole('button', { name: 'Rotate the credential' }).click();
    await page.getByRole('button', { name: 'Show' }).click();
    expect(await page.getByRole('dialog').getByText(/^mcs_/).textContent()).not.toBe(first);
    await page.getByRole('button', { name: 'I have stored it' }).click();
    await page.getByRole('button', { name: 'Revoke' }).click();
    await page.getByLabel('Reason').fill('No longer used.');
    await page.getByRole('button', { name: 'Revoke the credential' }).click();
    await page.getByText('No longer used.').waitFor();
    await assertClean(visit);
  });

  it('a client is registered, renamed and deleted', async () => {
    const visit = await open(undefined, 'MCP credentials');
    const { page } = visit;
    await page.getByRole('link', { name: 'Clients' }).click();
    await page.getByText('No MCP client yet').waitFor();
    await assertClean(visit);
    await page.getByRole('button', { name: 'Register a client' }).first().click();
    await page.getByLabel('Name', { exact: true }).fill('Claude Code');
    await page.getByLabel('Redirect addresses').fill('http://localhost/callback');
    await page.getByLabel('Public key').fill('not JSON');
    await page.getByRole('button', { name: 'Register the client' }).click();
    await page.getByText('Public key must be a JSON Web Key.').waitFor();
    expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Claude Code');
    await page.getByLabel('Public key').fill('');
    await page.getByRole('button', { name: 'Register the client' }).click();
    await page.getByRole('heading', { name: 'Claude Code' }).waitFor();
    await page.getByRole('button', { name: 'Rename' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Codex');
    await page.getByRole('button', { name: 'Rename the client' }).click();
    await page.getByRole('heading', { name: 'Codex' }).waitFor();
    await assertClean(visit);
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('button', { name: 'Delete the client' }).click();
    await page.getByText('Deleted', { exact: true }).first().waitFor();
    await page.getByRole('link', { name: 'MCP clients' }).click();
    await page.getByRole('link', { name: 'Your consents' }).click();
    await page.getByText('No consent of yours').waitFor();
    await assertClean(visit);
  });

  it('a grant is created with a limit, changed and revoked', async () => {
    await world.servers.credential({ name: 'Order agent' });
    const visit = await open(undefined, 'Grants');
    const { page } = visit;
    await page.getByRole('button', { name: 'Create a grant' }).first().click();
    await page.getByLabel('Agent').selectOption('Order agent');
    await page.getByLabel('Rule').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Add a limit' }).click();
    await page.getByLabel('Argument').fill('/nothing');
    await page.getByLabel('Value').fill('1, 2');
    await page.getByRole('button', { name: 'Create the grant' }).click();
    await page.getByText('does not lead to an argument').first().waitFor();
    expect(await page.getByLabel('Value').inputValue()).toBe('1, 2');
    await page.getByLabel('Argument').fill('/page');
    await page.getByRole('button', { name: 'Create the grant' }).click();
    await page.getByRole('heading', { name: 'List orders' }).waitFor();
    await page.getByRole('cell', { name: '1, 2' }).waitFor();
    await assertClean(visit);
    await page.getByRole('button', { name: 'Change the limits' }).click();
    await page.getByLabel('Rule').selectOption('is at most');
    await page.getByLabel('Value').fill('9');
    await assertClean(visit);
    await page.getByRole('button', { name: 'Save the limits' }).click();
    await page.getByRole('cell', { name: 'is at most' }).waitFor();
    await page.getByRole('button', { name: 'Revoke' }).click();
    await page.getByRole('button', { name: 'Revoke the grant' }).click();
    await page.getByText('Revoked', { exact: true }).first().waitFor();
    await assertClean(visit);
  });

  it('grants move to the next published version', async () => {
    await world.agent({ grants: { listOrders: {} } });
    await world.servers.setTools(world.serverId, ['listOrders']);
    await world.servers.act(world.serverId, 'submit');
    await world.servers.act(world.serverId, 'publish');
    const visit = await open(undefined, 'Grants');
    await visit.page.getByRole('button', { name: 'Move grants' }).click();
    await visit.page.getByText('To version 2, which is published.').waitFor();
    await assertClean(visit);
    await visit.page.getByRole('button', { name: 'Move the grants' }).click();
    expect(await visit.page.getByText(/grants? moved\./).textContent()).toContain('1 grant moved.');
    await assertClean(visit);
  });

  it.each(['Tool calls', 'MCP servers', 'MCP credentials', 'Grants'])(
    '%s is clean in dark at 390 pixels',
    async (place) => {
      const options = { colorScheme: 'dark', viewport: { width: 390, height: 844 } };
      const visit = await open(undefined, place, options);
      await visit.page.locator('.list, .empty').waitFor();
      await assertClean(visit);

      const row = visit.page.locator('.list td a').first();
      if ((await row.count()) > 0) await row.click();
      await visit.page.locator('.facts, .empty').waitFor();
      await assertClean(visit);
      expect(await visit.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    },
  );
});
