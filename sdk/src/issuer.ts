import {
  allowInsecureRequests,
  clientCredentialsGrantRequest,
  customFetch,
  discoveryRequest,
  processClientCredentialsResponse,
  processDiscoveryResponse,
  type AuthorizationServer,
  type ClientAuth,
} from 'oauth4webapi';
import { errorOf, jsonOf, without } from './answer.ts';
import { SallyportError } from './errors.ts';
import { exchange, isVisible, type Incoming } from './exchange.ts';
import type { Scope, Way } from './options.ts';

export interface Issued {
  token: string;
  /** Null if the server does not report it. */
  lifeMs: number | null;
}

/** How the client authenticates. */
export interface Proving {
  authentication: () => Promise<ClientAuth>;
  /** Texts that errors must not contain. */
  secrets: readonly string[];
}

interface Asking extends Proving {
  credentialId: string;
  scopes: readonly Scope[];
}

/**
 * Returns a function that requests access tokens. It discovers the server's authorization server once (RFC
 * 8414). Then it uses the client credentials grant for the gateway (RFC 6749 §4.4, RFC 8707). Throws
 * `token_refused` or the errors of `exchange`.
 */
export function issuerOf(way: Way, asking: Asking): () => Promise<Issued> {
  const { credentialId, authentication, scopes, secrets } = asking;
  const client = { client_id: credentialId };
  const parameters = { scope: scopes.join(' '), resource: `${way.origin}/mcp` };
  let known: AuthorizationServer | null = null;
  return async () => {
    const proof = await authentication();
    const server = (known ??= await lookUp(way));
    const sending = sendingBy(way, secrets);
    const response = await clientCredentialsGrantRequest(server, client, proof, parameters, sending);
    const answer = await understood(
      async () => await processClientCredentialsResponse(server, client, response),
    );
    const { access_token: token, expires_in: seconds } = answer;
    if (!isVisible(token)) throw unreadable();
    return { token, lifeMs: seconds === undefined ? null : seconds * 1000 };
  };
}

async function lookUp(way: Way): Promise<AuthorizationServer> {
  const issuer = new URL(`${way.origin}/oauth`);
  const response = await discoveryRequest(issuer, { algorithm: 'oauth2', ...sendingBy(way, []) });
  const found = await understood(async () => await processDiscoveryResponse(issuer, response));
  // The credential belongs to this server, so it is sent to no other origin, whatever the metadata say.
  const endpoint = found.token_endpoint ?? '';
  if (URL.canParse(endpoint) && new URL(endpoint).origin === way.origin) return found;
  throw new SallyportError(
    'unexpected_answer',
    'The authorization server names a token endpoint that is not at `baseUrl`. Check `baseUrl`. Check `baseUrl`.',
  );
}

interface Sent {
  method: string;
  headers: Record<string, string>;
  body?: URLSearchParams | undefined;
}

/** The transport for the library. Refusals are thrown here, where the sent secrets are known. */
function sendingBy(way: Way, secrets: readonly string[]) {
  const send = async (url: string, { method, headers, body }: Sent): Promise<Response> => {
    const answer = await exchange(way, { method, url, headers, body: body?.toString() });
    if (answer.status === 200) return new Response(answer.text, { headers: answer.headers });
    const basic = headers['authorization']?.replace('Basic ', '') ?? '';
    const assertion = body?.get('client_assertion') ?? '';
    throw refused(answer, [...secrets, basic, assertion], way.clock.now());
  };
  // `baseUrl` was validated, so http is only possible on this machine.
  return { [customFetch]: send, [allowInsecureRequests]: true } as const;
}

// RFC 6749 §5.2. An answer without an `error` is handled like any other refusal.
function refused(answer: Incoming, sent: readonly string[], now: number): SallyportError {
  const { error, error_description: why } = (jsonOf(answer) ?? {}) as Record<string, unknown>;
  const general = errorOf(answer, sent, now);
  if (typeof error !== 'string') return general;
  const words = without(typeof why === 'string' ? `${error}, ${why}` : error, sent);
  const { status, requestId, retryAfterSeconds } = general;
  const message = `The authorization server refuses an access token: ${words}`;
  return new SallyportError('token_refused', message, { status, requestId, retryAfterSeconds });
}

// The library's errors contain the answer, which may include a token.
async function understood<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch {
    throw unreadable();
  }
}

function unreadable(): SallyportError {
  return new SallyportError(
    'unexpected_answer',
    'The answer of the authorization server is invalid. Set `baseUrl` to exactly the `BASE_URL` of the server.',
  );
}
