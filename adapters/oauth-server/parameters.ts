import type { Context } from '../../schema/kernel/context.ts';
import { nameOfAccessToken } from './access-tokens.ts';
import { offlineAccess } from './metadata.ts';

/** What is asked for where nothing is said. */
const usualScope = 'mcp:read';

/** The parameters of a request for authorization, with the defaults of what was left out. */
export function completedQuery(given: URLSearchParams, audience: string): URLSearchParams {
  const parameters = withResource(withoutOfflineAccess(withoutOfflinePrompt(given)), audience);
  if (!parameters.get('scope')?.trim()) parameters.set('scope', usualScope);
  const mode = parameters.get('response_mode');
  // The library has more of them, a page with a script among them, and cannot be told to leave them out.
  if (mode !== null && mode !== 'query') parameters.set('response_mode', `not ${mode}`);
  return parameters;
}

/** The same of a request for tokens. */
export function completedForm(given: URLSearchParams, audience: string): URLSearchParams {
  const grant = given.get('grant_type');
  const parameters = withResource(
    grant === 'client_credentials' ? given : withoutOfflineAccess(given),
    audience,
  );
  const isSaid = Boolean(parameters.get('scope')?.trim());
  // RFC 6749 §6: who says nothing gets what the refresh token is for.
  if (!isSaid && grant === 'refresh_token') parameters.delete('scope');
  else if (!isSaid) parameters.set('scope', usualScope);
  return parameters;
}

/** The same of a request to revoke a token. */
export function revocationForm(given: URLSearchParams, ctx: Context): URLSearchParams {
  return new URLSearchParams(
    [...given].map(([name, value]) => [name, name === 'token' ? nameOfAccessToken(ctx, value) : value]),
  );
}

// RFC 8707 §2. Some clients leave the resource out, others add a slash: there is one resource, so both mean it.
function withResource(given: URLSearchParams, audience: string): URLSearchParams {
  const parameters = new URLSearchParams([...given].filter(([name]) => name !== 'resource'));
  const resources = given.getAll('resource');
  for (const resource of resources.length > 0 ? resources : [audience])
    parameters.append('resource', resource === `${audience}/` ? audience : resource);
  return parameters;
}

// Who may have a refresh token gets one without asking.
function withoutOfflineAccess(given: URLSearchParams): URLSearchParams {
  return without(given, 'scope', offlineAccess);
}

// OpenID Connect Core 1.0 §11 has clients send the one with the other. A consent that is remembered is enough for it.
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
