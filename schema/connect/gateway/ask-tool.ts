import type { RemoteServer, ReviewedTool, ToolAnswer } from '../../kernel/ports/remote-tools.ts';
import type { CapabilityCall, GatewayPorts, Provider } from './provider.ts';
import { valuesOf } from './credential-forms.ts';
import { withCredential } from './inject.ts';
import { toolOf } from './operation.ts';
import { maxAnswerBytes } from './rules.ts';
import { withoutCredential } from './scrub.ts';
import { childOf } from './trace.ts';

/** Calls a tool of a remote MCP server, once. Throws a RemoteToolsFailure or a RequestFailure. */
export async function askTool(
  { remoteTools }: GatewayPorts,
  provider: Provider,
  { capability, arguments: args, bounds, traceparent, signal, reviewed, assertStill }: CapabilityCall,
): Promise<ToolAnswer> {
  const { url, headers } = serverOf(provider);
  return await remoteTools.call(
    { url, headers: { ...headers, traceparent: childOf(traceparent) } },
    {
      tool: toolOf(capability),
      inputSchema: capability.inputSchema,
      arguments: args,
      bounds: { timeoutMs: bounds.seconds * 1000, maxBytes: maxAnswerBytes },
      ...(signal && { signal }),
      ...(reviewed && { reviewed: unechoed(reviewed, provider) }),
      ...(assertStill && { assertStill }),
    },
  );
}

// Removes echoes of the credential before the comparison, as an import does.
function unechoed(reviewed: ReviewedTool, { credential }: Provider): ReviewedTool {
  const secrets = credential ? valuesOf(credential) : [];
  const assertSame = async (listed: unknown) => await reviewed.assertSame(withoutCredential(listed, secrets));
  return { ...reviewed, assertSame };
}

/**
 * Returns the address of a remote MCP server and the headers with the credential. Throws a RequestFailure.
 */
export function serverOf({ base, credential }: Pick<Provider, 'base' | 'credential'>): RemoteServer {
  if (!credential) return { url: base, headers: {} };
  const plain = { method: 'POST', url: base, headers: {}, takesCredential: true };
  const { url, headers } = withCredential(plain, credential);
  return { url, headers };
}
