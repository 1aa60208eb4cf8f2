import type { Caller } from '../../schema/kernel/access/caller.ts';
import type { Refusal } from '../../schema/values/errors.ts';
import type { TestApp } from '../support/app.ts';
import type { KeyValueVault } from '../support/key-value-vault.ts';
import type { OidcProvider } from '../support/oidc-provider.ts';
import type { CastMember, Somebody } from '../support/people.ts';
import type { Provider } from '../support/provider.ts';

/** A workspace and its owner, who creates the subjects of the operations. */
export interface Place {
  t: TestApp;
  owner: Somebody;
  /** An administrator beside the owner, who decides the owner's requests. */
  colleague: CastMember;
  workspaceId: string;
  /** An external vault. */
  vault: KeyValueVault;
  /** A provider with an API, and below it one that people sign in to. */
  provider: Provider;
  openId: OidcProvider;
  /** The person who tries the operations as an owner. */
  tryingOwner?: string;
}

export type Ids = Record<string, string>;

/** A caller who is about to call and may succeed. */
export interface Calling {
  email: string | null;
  arrived: Caller | Refusal;
}

export const password = 'correct horse battery staple';
let made = 0;

/** Returns a number that no earlier call returned, for names. */
export function nextNumber(): number {
  return (made += 1);
}

export async function send(
  { t, owner, workspaceId }: Pick<Place, 't' | 'owner' | 'workspaceId'>,
  method: 'POST' | 'DELETE',
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Ids> {
  const answer = await t.rest(method, path, { as: owner, workspace: workspaceId, body, headers });
  if (answer.status >= 300) throw new Error(`${method} ${path} answered ${JSON.stringify(answer.body)}`);
  return answer.body;
}
