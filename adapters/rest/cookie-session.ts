import { parseCookie, stringifySetCookie } from 'cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { refuse, validationFailed } from '../../schema/values/errors.ts';
import { isObject, own } from '../../schema/values/foreign-values.ts';

/**
 * What a route does with the session of a browser, whose refresh token is in a cookie that scripts cannot read. Only
 * `/api/auth/refresh` receives the cookie.
 */
export type SessionStep = 'BEGIN' | 'CONTINUE' | 'END';

export const sessionHeader = 'sallyport-session';
const path = '/api/auth/refresh';

/** Returns the hooks of a route for requests with `Sallyport-Session: cookie`. Others pass unchanged. */
export function cookieHooks(step: SessionStep, baseUrl: string) {
  return {
    preValidation: async (request: FastifyRequest, reply: FastifyReply) => {
      if (!isOfCookie(request)) return;
      assertOrigin(request.headers.origin, baseUrl);
      if (step !== 'CONTINUE') return;
      assertNoToken(request.body);
      const refreshToken = parseCookie(request.headers.cookie ?? '')[nameAt(baseUrl)];
      if (refreshToken) request.body = { refreshToken };
      // A first visit has no session, which is no error.
      else await reply.code(204).send();
    },
    preHandler: async (request: FastifyRequest) => {
      if (!isOfCookie(request) || !request.ctx) return;
      request.ctx = { ...request.ctx, client: { ...request.ctx.client, hasCookie: true } };
    },
    preSerialization: async (request: FastifyRequest, reply: FastifyReply, payload: unknown) => {
      if (!isOfCookie(request) || !isObject(payload)) return payload;
      const { refreshToken, ...answer } = payload;
      if (typeof refreshToken === 'string') {
        reply.header('set-cookie', cookieWith(refreshToken, restOf(request, answer), baseUrl));
        return answer;
      }
      const hasEnded = step === 'END' ? reply.statusCode === 200 : answer['code'] === 'refresh_token_invalid';
      if (hasEnded) reply.header('set-cookie', cookieWith('', 0, baseUrl));
      return payload;
    },
  };
}

function isOfCookie({ headers }: FastifyRequest): boolean {
  return headers[sessionHeader] === 'cookie';
}

// Browsers send it with each request that could use the cookie from another site.
function assertOrigin(origin: string | undefined, baseUrl: string): void {
  if (origin === baseUrl) return;
  throw refuse('origin_not_allowed', `A session in a cookie is only for pages of ${baseUrl}.`);
}

function assertNoToken(body: unknown): void {
  if (body === undefined || (isObject(body) && Object.keys(body).length === 0)) return;
  const message = 'must be left out: the cookie contains the refresh token';
  throw validationFailed([{ pointer: '', code: 'unknown_field', message }]);
}

/** Returns the seconds until the session ends. */
function restOf({ ctx }: FastifyRequest, { session }: Record<string, unknown>): number {
  const ends = ['expiresAt', 'idleExpiresAt'].map((name) => new Date(String(own(session, name))).getTime());
  return Math.max(0, Math.floor((Math.min(...ends) - (ctx?.clock.now().getTime() ?? 0)) / 1000));
}

function cookieWith(value: string, maxAge: number, baseUrl: string): string {
  const secure = isSecure(baseUrl);
  return stringifySetCookie({
    name: nameAt(baseUrl),
    value,
    maxAge,
    path,
    httpOnly: true,
    sameSite: 'strict',
    secure,
  });
}

// A browser accepts the prefix only over https, and only with `Secure`.
function nameAt(baseUrl: string): string {
  return `${isSecure(baseUrl) ? '__Secure-' : ''}sallyport-refresh`;
}

function isSecure(baseUrl: string): boolean {
  return baseUrl.startsWith('https:');
}
