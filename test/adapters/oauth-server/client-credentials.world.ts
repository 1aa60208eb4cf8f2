import { beforeEach } from 'vitest';
import { agentOf } from '../../support/agents.ts';
import type { Answer, TestApp } from '../../support/app.ts';
import { atPresent, tokensOf } from '../../support/authorization.ts';
import { cast } from '../../support/people.ts';

/** Creates a workspace whose MCP credentials request tokens. Each test begins at the present time. */
export async function clientCredentialsWorld(t: TestApp) {
  atPresent(t);
  beforeEach(() => atPresent(t));
  return {
    issuer: `${t.config.baseUrl}/oauth`,
    place: await cast(t),
    tokens: tokensOf(t),
    searchBy: async ({ body }: Answer) => await agentOf(t, body.access_token).search(),
  };
}
