import type { Refusal } from '../../schema/values/errors.ts';

/** Where it is told how an MCP access token is got. RFC 9728 §3.1: the well-known path goes before that of the resource. */
export const metadataPath = '/.well-known/oauth-protected-resource/mcp';

export function metadataUrl(baseUrl: string): string {
  return `${baseUrl}${metadataPath}`;
}

/**
 * The `WWW-Authenticate` of a refusal (RFC 6750 §3), or null where none belongs to it. Where MCP access tokens are taken it names
 * the metadata of the resource (RFC 9728 §5.1), from which a client finds out how it gets one.
 */
export function challengeOf({ code, status, message, details }: Refusal, metadata?: string): string | null {
  // RFC 6750 §3.1: the request itself is malformed, or brings its token in two ways.
  if (metadata && (code === 'credential_malformed' || code === 'credential_in_url'))
    return bearer({ error: 'invalid_request' });
  const resource = metadata && { resource_metadata: metadata };
  const words = metadata && { error_description: quotable(message) };
  if (details.scope)
    return bearer({ error: 'insufficient_scope', scope: details.scope, ...resource, ...words });
  if (status !== 401) return null;
  // Clients ask for what stands here, and a person can give them less.
  const told = resource && { ...resource, scope: 'mcp:read mcp:request' };
  // RFC 6750 §3: no error code where no credential was sent.
  if (code === 'session_missing' || code === 'credential_missing') return bearer({ ...told });
  return bearer({ ...told, error: 'invalid_token', ...words });
}

function bearer(parameters: Record<string, string>): string {
  const told = Object.entries(parameters).map(([name, value]) => `${name}="${value}"`);
  return ['Bearer', told.join(', ')].filter(Boolean).join(' ');
}

// RFC 6750 §3: visible ASCII and spaces, without quotes and backslashes.
function quotable(sentence: string): string {
  return sentence.replaceAll(/[’"`]/g, "'").replaceAll(/[^\x20-\x7e]|\\/g, '');
}
