import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type Provider from 'oidc-provider';
import type { InteractionResults } from 'oidc-provider';
import { digestOf } from '../../schema/values/secret.ts';
import { mountPath } from './metadata.ts';
import { contextOf, libraryRequest } from './requests.ts';

/** What came of a page, with the digest of what the browser that answered it goes on by. */
interface Marked extends InteractionResults {
  step?: string;
}

interface Step {
  provider: Provider;
  request: FastifyRequest;
  reply: FastifyReply;
  /** Of the way. */
  uid: string;
}

/**
 * Gives the browser that answers a page a cookie that no other one has, to go on by. Whoever began the way may have planted
 * theirs in the browser of somebody else, and would go on with what that person signed in for.
 */
export function markBrowser(step: Step, result: InteractionResults): Marked {
  const value = randomBytes(32).toString('base64url');
  const digest = digestIn(value);
  const { cookies, name, options } = cookieOf(step, digest);
  cookies.set(name, value, options);
  return { ...result, step: digest };
}

/** Whether the way is gone on with by the browser that answered its last page; before the first one there is none. */
export async function isSameBrowser(step: Step): Promise<boolean> {
  const { result } = (await step.provider.Interaction.find(step.uid)) ?? {};
  if (!result) return true;
  const { step: digest = '' } = result as Marked;
  const { cookies, name, options } = cookieOf(step, digest);
  return digestIn(cookies.get(name, options) ?? '') === digest;
}

// Of a form that is sent twice at once either answer may come last: each has a cookie of its own.
function cookieOf({ provider, request, reply, uid }: Step, digest: string) {
  const ctx = contextOf(request);
  const { baseUrl } = ctx.settings;
  const secure = baseUrl.startsWith('https:');
  const { cookies } = provider.createContext(libraryRequest(request, ctx, baseUrl), reply.raw);
  const path = `${mountPath}/auth/${uid}`;
  // Without a signature: the value is a secret itself.
  const options = { path, httpOnly: true, overwrite: true, sameSite: 'lax', secure, signed: false } as const;
  return { cookies, name: `${secure ? '__Secure-' : ''}sallyport_step_${digest.slice(0, 8)}`, options };
}

function digestIn(value: string): string {
  return digestOf(value).toString('base64url');
}
