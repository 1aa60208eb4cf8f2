import type { Context } from '../../schema/kernel/context.ts';
import { nameOfAccessToken } from './access-tokens.ts';
import { offlineAccess } from './metadata.ts';

/** The default scope. */
const usualScope = 'mcp:read';

/** Returns the parameters of a request for authorization, with defaults for the missing ones. */
export function completedQuery(given: URLSearchParams, audience: string): URLSearchParams {
  const parameters = withResource(withoutOfflineAccess(withoutOfflinePrompt(given)), audience);
  if (!parameters.get('scope')?.trim()) parameters.set('scope', usualScope);
  const mode = parameters.get('response_mode');
  // The library supports more modes, including a page with a script, and has no option against them.
  if (mode !== null && mode !== 'query') parameters.set('response_mode', `not ${mode}`);
  return parameters;
}

/** Returns the parameters of a request for tokens, with defaults for the missing ones. */
export function completedForm(given: URLSearchParams, audience: string): URLSearchParams {
  const grant = given.get('grant_type');
  const parameters = withResource(
    grant === 'client_credentials' ? given : withoutOfflineAccess(given),
    audience,
  );
  const isSaid = Boolean(parameters.get('scope')?.trim());
  // RFC 6749 §6: without a scope, the client gets the scope of the refresh token.
  if (!isSaid && grant === 'refresh_token') parameters.delete('scope');
  else if (!isSaid) parameters.set('scope', usualScope);
  return parameters;
}

/** Returns the parameters of a request to revoke a token, with the token as the library looks it up. */
export function revocationForm(given: URLSearchParams, ctx: Context): URLSearchParams {
  return new URLSearchParams(
    [...given].map(([name, value]) => [name, name === 'token' ? nameOfAccessToken(ctx, value) : value]),
  );
}

// RFC 8707 §2. Some clients omit the resource or add a slash: there is one resource, so both mean it.
function withResource(given: URLSearchParams, audience: string): URLSearchParams {
  const parameters = new URLSearchParams([...given].filter(([name]) => name !== 'resource'));
  const resources = given.getAll('resource');
  for (const resource of resources.length > 0 ? resources : [audience])
    parameters.append('resource', resource === `${audience}/` ? audience : resource);
  return parameters;
}

// A client that may have a refresh token gets one without this scope.
function withoutOfflineAccess(given: URLSearchParams): URLSearchParams {
  return without(given, 'scope', offlineAccess);
}

// Clients send `prompt=consent` with it (OpenID Connect Core 1.0 §11); a remembered consent is enough.
function withoutOfflinePrompt(given: URLSearchParams): URLSearchParams {
  const isOffline = given.get('scope')?.split(' ').includes(offlineAccess);
  return isOffline ? without(given, 'prompt', 'consent') : given;
}

function without(given: URLSearchParams, name: string, word: string): URLSearchParams {
  const words = given.get(name)?.split(' ') ?? [];
  if (given.getAll(name).length > 1 || !words.includes(word)) return given;
  const parameters = new URLSearchParams(given);
  const others = words.filter((it) => it !== word && it !== '');
  if (others.length > 0) parameters.set(name, others.join(' '));
  else parameters.delete(name);
  return parameters;
}
