import type { Refusal } from '../../schema/values/errors.ts';

/** The path of the metadata on MCP access tokens. RFC 9728 §3.1: the resource's path comes last. */
export const metadataPath = '/.well-known/oauth-protected-resource/mcp';

export function metadataUrl(baseUrl: string): string {
  return `${baseUrl}${metadataPath}`;
}

/**
 * Returns the `WWW-Authenticate` header of a refusal (RFC 6750 §3), or null if it has none. Where MCP access
 * tokens are accepted, it names the metadata on how to get one (RFC 9728 §5.1).
 */
export function challengeOf({ code, status, message, details }: Refusal, metadata?: string): string | null {
  // RFC 6750 §3.1: the request itself is malformed, or sends its token in two ways.
  if (metadata && (code === 'credential_malformed' || code === 'credential_in_url'))
    return bearer({ error: 'invalid_request' });
  const resource = metadata && { resource_metadata: metadata };
  const words = metadata && { error_description: quotable(message) };
  if (details.scope)
    return bearer({ error: 'insufficient_scope', scope: details.scope, ...resource, ...words });
  if (status !== 401) return null;
  // Clients request these scopes, and a person can grant fewer.
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
