import { request as requestTo } from 'node:http';
import { describe, expect, it } from 'vitest';
import { testApp } from '../../support/app.ts';
import { conformance } from '../../support/conformance/run.ts';
import { fixtureServer } from '../../support/conformance/server.ts';
import { grantedWorld } from '../../support/granted.ts';
import { httpHost } from '../../support/listeners.ts';
import { listening } from '../../support/mcp-clients.ts';

const t = await testApp({ EGRESS_ALLOWED_HOSTS: '127.0.0.1' });
const { agent, place } = await grantedWorld(t);
const { token, credentialId } = await agent();

/** Starts a proxy that adds the token to each request, because the suite cannot send one. */
async function authorizing(url: URL): Promise<URL> {
  const host = await httpHost((asked, answer) => {
    const { method = 'POST', headers } = asked;
    const authorized = { ...headers, authorization: `Bearer ${token}` };
    const on = requestTo(url, { method, headers: authorized }, (from) => {
      answer.writeHead(from.statusCode ?? 500, from.headers);
      from.pipe(answer);
    });
    asked.pipe(on);
  });
  return new URL('/mcp', host);
}

const fixture = await fixtureServer(t, { credentialId, workspaceId: place.workspaceId });
const product = await authorizing(await listening(t));
const runs = [
  { of: 'fixture', url: fixture, revision: '2026-07-28', atLeast: 140 },
  { of: 'fixture', url: fixture, revision: '2025-11-25', atLeast: 60 },
  { of: 'product', url: product, revision: '2026-07-28', atLeast: 85 },
  { of: 'product', url: product, revision: '2025-11-25', atLeast: 35 },
];
/** Checks that the suite runs in addition; all of them must pass. */
const beside = /^(?:http-header-validation|server-session-lifecycle):/;

describe('the conformance suite of the protocol', () => {
  it.each(runs)(
    'of $revision, with the tools of the $of: only the checks in the baseline fail',
    async ({ of, url, revision, atLeast }) => {
      const ran = await conformance(url, revision, `test/support/conformance/${of}-${revision}.yaml`);

      expect(ran.exitCode, ran.output.slice(-5000)).toBe(0);
      expect(ran.passed.length).toBeGreaterThanOrEqual(atLeast);
      expect(ran.passed.filter((check) => beside.test(check)).length).toBeGreaterThanOrEqual(3);
      expect(ran.failed.filter((check) => beside.test(check))).toEqual([]);
    },
    120_000,
  );
});
