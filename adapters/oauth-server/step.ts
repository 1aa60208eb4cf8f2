import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type Provider from 'oidc-provider';
import type { InteractionResults } from 'oidc-provider';
import { digestOf } from '../../schema/values/secret.ts';
import { mountPath } from './metadata.ts';
import { contextOf, libraryRequest } from './requests.ts';

/** The result of a page, with the digest of a cookie of the browser that answered it. */
interface Marked extends InteractionResults {
  step?: string;
}

interface Step {
  provider: Provider;
  request: FastifyRequest;
  reply: FastifyReply;
  /** The id of the interaction. */
  uid: string;
}

/**
 * Gives the browser that answers a page a unique cookie, which it needs to continue. Otherwise an attacker
 * could plant an interaction in another browser, and continue with that person's sign-in.
 */
export function markBrowser(step: Step, result: InteractionResults): Marked {
  const value = randomBytes(32).toString('base64url');
  const digest = digestIn(value);
  const { cookies, name, options } = cookieOf(step, digest);
  cookies.set(name, value, options);
  return { ...result, step: digest };
}

/** Whether the browser that answered the last page continues; true before the first answer. */
export async function isSameBrowser(step: Step): Promise<boolean> {
  const { result } = (await step.provider.Interaction.find(step.uid)) ?? {};
  if (!result) return true;
  const { step: digest = '' } = result as Marked;
  const { cookies, name, options } = cookieOf(step, digest);
  return digestIn(cookies.get(name, options) ?? '') === digest;
}

// If a form is sent twice at the same time, either answer may come last, so each has its own cookie.
function cookieOf({ provider, request, reply, uid }: Step, digest: string) {
  const ctx = contextOf(request);
  const { baseUrl } = ctx.settings;
  const secure = baseUrl.startsWith('https:');
  const { cookies } = provider.createContext(libraryRequest(request, ctx, baseUrl), reply.raw);
  const path = `${mountPath}/auth/${uid}`;
  // Unsigned, because the value itself is a secret.
  const options = { path, httpOnly: true, overwrite: true, sameSite: 'lax', secure, signed: false } as const;
  return { cookies, name: `${secure ? '__Secure-' : ''}sallyport_step_${digest.slice(0, 8)}`, options };
}

function digestIn(value: string): string {
  return digestOf(value).toString('base64url');
}
