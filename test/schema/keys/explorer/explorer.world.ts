import { execFileSync } from 'node:child_process';
import type { TestApp } from '../../../support/app.ts';
import { cast, type CastMember } from '../../../support/people.ts';
import { callable } from '../../../support/product-calls.ts';
import { shopDocument } from '../../../support/shop-document.ts';

interface Exploring {
  of?: string;
  product?: string;
  as?: CastMember;
  headers?: Record<string, string>;
}

/** Creates a workspace with an application that may call a shop, and explores it. */
export async function explorerWorld(t: TestApp) {
  const everyone = await cast(t);
  const { owner, workspaceId: workspace } = everyone;
  const shop = await callable(t, everyone, shopDocument);
  const { applicationId, keyId, secret } = shop.key;

  const explore = async (operationId: string, body: object = {}, how: Exploring = {}) => {
    const { of = applicationId, product = `${shop.slug}@v1`, as = owner, headers = {} } = how;
    const path = `/api/console/applications/${of}/explorer/${product}/${encodeURIComponent(operationId)}`;
    return await t.rest('POST', path, { as, workspace, body: { keyId, ...body }, headers });
  };

  /** Returns the arguments that a shell would give to curl. */
  const argumentsOf = (command: string): string[] => {
    const script = `curl() { for it in "$@"; do printf '%s\\0' "$it"; done; }\n${command}`;
    const env = { SANDBOX_KEY: secret };
    return execFileSync('/bin/sh', ['-c', script], { env, encoding: 'utf8' }).split('\0').slice(0, -1);
  };

  return { everyone, owner, workspace, shop, applicationId, keyId, secret, explore, argumentsOf };
}
