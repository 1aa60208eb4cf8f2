import type { Request, TestApp } from '../../support/app.ts';
import { applicationWithKey, cast } from '../../support/people.ts';

/** Creates a workspace with sandbox keys of both scopes and of each one. */
export async function sandboxWorld(t: TestApp) {
  const everyone = await cast(t);
  return {
    everyone,
    owner: everyone.owner,
    key: await applicationWithKey(t, everyone),
    reader: await applicationWithKey(t, everyone, ['read']),
    writer: await applicationWithKey(t, everyone, ['write']),
    echo: async (request: Request) => await t.rest('POST', '/v1/sandbox/echo', request),
  };
}
