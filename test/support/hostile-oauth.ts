import type { IncomingHttpHeaders, IncomingMessage, RequestListener } from 'node:http';
import type { OAuthServer } from '../../schema/kernel/ports/provider-oauth.ts';
import { httpHost } from './listeners.ts';

export interface HostileOAuth {
  origin: string;
  /** Its preset configuration, independent of its answers. */
  server: OAuthServer;
  /** The received requests, in order. */
  came: { method: string; path: string; headers: IncomingHttpHeaders; form: Record<string, string> }[];
}

/** A status, a content type, and a body, which is JSON unless it is a string. */
export interface Said {
  status?: number;
  type?: string;
  headers?: Record<string, string>;
  body?: unknown;
}

type Says = Said | RequestListener;

/** Starts an authorization server that gives the specified answers by path, and 404 elsewhere. */
export async function hostileOAuth(
  says: Record<string, Says> | ((origin: string) => Record<string, Says>),
): Promise<HostileOAuth> {
  const came: HostileOAuth['came'] = [];
  let all: Record<string, Says> = {};
  const { origin } = await httpHost((request, response) => {
    void formOf(request).then((form) => {
      const { method = '', url: path = '', headers } = request;
      came.push({ method, path, headers, form });
      const said = all[path] ?? { status: 404, body: 'canary' };
      if (typeof said === 'function') return said(request, response);
      const { status = 200, type = 'application/json', headers: more, body = '' } = said;
      response.writeHead(status, { 'content-type': type, 'set-cookie': 'canary=1', ...more });
      return response.end(typeof body === 'string' ? body : JSON.stringify(body));
    });
  });
  all = typeof says === 'function' ? says(origin) : says;
  return { origin, came, server: knownAt(origin) };
}

function knownAt(origin: string): OAuthServer {
  return {
    issuer: null,
    authorizationUrl: `${origin}/authorize`,
    tokenUrl: `${origin}/token`,
    refreshUrl: null,
    revocationUrl: `${origin}/revoke`,
    clientAuthentication: 'BASIC',
    tellsIssuer: false,
    openId: null,
  };
}

async function formOf(request: IncomingMessage): Promise<Record<string, string>> {
  const body = Buffer.concat((await request.toArray()) as Buffer[]).toString();
  return Object.fromEntries(new URLSearchParams(body));
}
