import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { migratedDatabase } from '../support/database.ts';
import { runScript } from '../support/script.ts';
import { settingsFor, startServer } from '../support/server-process.ts';

const settings = settingsFor(await migratedDatabase());
const server = await startServer(settings);
afterAll(async () => void (await server.stop()));

const folder = mkdtempSync(join(tmpdir(), 'sallyport-test-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
// Nothing listens on the port for TCP service multiplexing.
const nowhere = { BASE_URL: 'http://127.0.0.1:1', TMPDIR: folder };

const begins =
  '201 201 201 200 200 422 200 401 200 201 201 200 403 403 201 201 200 200 200 201 403 200 201'.split(' ');
/** The answers in the chapter about API products, which starts a shop on this machine. */
const brings = '201 201 200 201 201 201 201 200 200 200 201 200 201 200 201 200'.split(' ');
/** The answers in the chapter about connections, which starts a provider on this machine. */
const connects = '201 201 201 201 200 200 200 422 422 200'.split(' ');
/** The answers in the chapter about an agent, without those to the agent itself. */
const lends = '201 200 200 200 201 201 201 200 200 403 200'.split(' ');
/** The answers in the chapter about webhooks, which starts a receiver on this machine. */
const tells = '201 200 200 200 202'.split(' ');
const ends = '200 200 200 401'.split(' ');

/** An official client searches, reads, and has a write approved. */
const productShows = [
  '"upstream": { "url": "http://127.0.0.1:',
  '"grants": "nothing"',
  '"tested": [ "listOrders", "createOrder" ]',
  'GET /v1/products/shop/v1/orders',
  '"id": "o-17"',
];
const agentShows = [
  '"title": "List the books of the shop"',
  '"shown": 2,',
  '\n    The input is not valid: /arguments/body/copies must be a number up to 5, according to the grant.',
  '"status": "PENDING"',
  '"data": { "number": 1, "bookId": 2, "copies": 2 }',
  ' SUCCESS  MCP_CREDENTIAL  mcp_tool_call.requested\n',
];
const webhookShows = [
  'webhook, with a signature\n',
  '"attempts": [ { "outcome": "SUCCEEDED", "statusCode": 204 } ]',
  'webhook, with 2 signatures\n',
  '"isSample": true',
];
const idPattern = /\b[a-z]+_[0-9a-z]{26}\b|\b[0-9a-f]{64}\b/g;

const walked = await runScript('demo', { args: ['--all'], env: { ...settings, BASE_URL: server.url } });

describe('npm run demo', () => {
  it('shows ten steps on a screen of 100 columns and 24 rows, and leaves no files', async () => {
    const { code, stdout, stderr } = await runScript('demo', { env: nowhere });

    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const lines = stdout.trimEnd().split('\n');
    expect(lines.filter((line) => line.length > 100)).toEqual([]);
    expect(lines.length).toBeLessThanOrEqual(24);
    expect(stdout.match(/(?<=^ {4}[A-Z]+ \/.* → )\d{3}.*/gm)?.map((line) => line.slice(0, 30))).toEqual([
      '201  workspace Analytical Engi',
      expect.stringMatching(/^201 {2}ak_sandbox_/),
      '200  {"message":"hello"}',
      expect.stringMatching(/^200 {2}ak_sandbox_/),
      '401 credential_invalid',
      '403 production_access_required',
      '201  SUBMITTED',
      '403 self_approval_forbidden',
      '200  EXECUTED',
      expect.stringMatching(/^201 {2}ak_live_/),
    ]);
    expect(stdout).toContain('`npm run demo -- --all`');
    expect(readdirSync(folder)).toEqual([]);
  });
});

describe('npm run demo -- --all', () => {
  it('completes the whole journey on the running server', () => {
    expect({ code: walked.code, stderr: walked.stderr }).toEqual({ code: 0, stderr: '' });
    expect(walked.stdout).toContain(`The demo uses the server at ${server.url}`);
    expect(statusesOf(walked.stdout)).toEqual([...begins, ...ends]);
    const [beforehand = '', journey] = walked.stdout.split('\n1. ');
    for (const part of [beforehand, journey])
      expect(part).toContain(
        'The chapters about API products, connections, agents and webhooks are left out',
      );
    expect(walked.stdout).toContain('Next: `npm run seed` fills a workspace');
  });

  it.each([
    ['what a validation finds', '{ "pointer": "/payload/message", "code": "required"'],
    ['what the echo answers', '{ "message": "hello", "accepted": true, "reference": "order-42" }'],
    ['that a secret is shown once', 'The secret is shown once.'],
    ['that the old secret is dead', '"code": "credential_invalid"'],
    ['spec §7: the missing permission', '"message": "Workspace permission is required: applications:write"'],
    ['that a live key needs production access', '"code": "production_access_required"'],
    ['that nobody approves their own request', '"code": "self_approval_forbidden"'],
    ['that a different person does', '"status": "EXECUTED"'],
    ['the request on an open dashboard', '"type": "approval.requested"'],
    ['the decision there', '"type": "approval.approved"'],
    ['the rotation in the audit log', ' SUCCESS  MEMBER          api_key.rotated\n'],
    ['what was refused there, and why', ' DENIED   MEMBER          createApplication: Workspace permission'],
    ['whose tokens are sent', 'Authorization: Bearer ‹Grace’s access token›'],
    ['that the audit log is whole', '"valid": true'],
    ['that the session ended', '"code": "session_invalid"'],
  ])('shows %s', (_what, text) => {
    expect(walked.stdout).toContain(text);
  });

  it('prints plain text if the output is not a terminal', () => {
    expect(walked.stdout).not.toContain('\u001B');
  });

  it('starts its own server if none answers, and leaves no files', { timeout: 300_000 }, async () => {
    const { code, stdout, stderr } = await runScript('demo', { args: ['--all'], env: nowhere });

    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toContain('No server answers at http://127.0.0.1:1. The demo starts one');
    expect(statusesOf(stdout)).toEqual([...begins, ...brings, ...connects, ...lends, ...tells, ...ends]);
    expect(stdout).toMatch(/"cut": \{\s+"reason": "ROWS",\s+"shown": 3,/);
    // The credential appears only in the request that writes it.
    expect(stdout.match(/shop-[0-9a-f]{24}/g)).toHaveLength(1);
    expect(sentUnseen(stdout)).toEqual([]);
    for (const text of [...productShows, ...agentShows, ...webhookShows]) expect(stdout).toContain(text);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('leaves no files after Ctrl-C either', async () => {
    const { code, stderr } = await runScript('demo', { env: nowhere, interruptAt: 'The demo starts one' });

    expect({ code, stderr }).toEqual({ code: 130, stderr: '' });
    expect(readdirSync(folder)).toEqual([]);
  });

  it('stops with an explanation at an unexpected answer', async () => {
    const stranger = createServer((_request, response) => response.end('{"status":"ok"}'));
    await once(stranger.listen(0, '127.0.0.1'), 'listening');
    const { port } = stranger.address() as AddressInfo;

    const { code, stderr } = await runScript('demo', { env: { BASE_URL: `http://127.0.0.1:${port}` } });
    stranger.close();

    expect(code).toBe(1);
    expect(stderr).toBe(
      '\nThe demo stopped: Step 1 expected the answer 201, but the server answered 200. Set BASE_URL and SANDBOX_URL to the addresses of the server, and look at its log.\n',
    );
  });
});

/** Returns the ids in requests that no earlier answer contained. */
function sentUnseen(stdout: string): string[] {
  const answered = new Set<string>();
  let isAnswer = false;
  const unseen: string[] = [];
  for (const line of stdout.split('\n')) {
    if (/^(\S| {4}([A-Z]+ \/|tools\/call))/.test(line)) isAnswer = false;
    else if (/^ {4}(\d{3} [A-Z]|answered|websocket)/.test(line)) isAnswer = true;
    for (const [id] of line.matchAll(idPattern))
      if (isAnswer) answered.add(id);
      else if (!answered.has(id)) unseen.push(id);
  }
  return unseen;
}

function statusesOf(stdout: string): string[] {
  return stdout.match(/(?<=^ {4})\d{3}(?= [A-Z])/gm) ?? [];
}
