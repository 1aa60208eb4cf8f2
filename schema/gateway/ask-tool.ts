import type { RemoteServer, ToolAnswer } from '../outside.ts';
import type { CapabilityCall, GatewayPorts, Provider } from './provider.ts';
import { withCredential } from './inject.ts';
import { toolOf } from './operation.ts';
import { maxAnswerBytes } from './rules.ts';
import { childOf } from './trace.ts';

/** Calls a tool of a remote MCP server, once. Throws a RemoteToolsFailure or a RequestFailure. */
export async function askTool(
  { remoteTools }: GatewayPorts,
  provider: Provider,
  { capability, arguments: args, bounds, traceparent, signal, demandStill }: CapabilityCall,
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
      ...(demandStill && { demandStill }),
    },
  );
}

/** A remote MCP server as it is asked, with what proves who asks. Throws a RequestFailure. */
export function serverOf({ base, credential }: Pick<Provider, 'base' | 'credential'>): RemoteServer {
  if (!credential) return { url: base, headers: {} };
  const plain = { method: 'POST', url: base, headers: {}, takesCredential: true };
  const { url, headers } = withCredential(plain, credential);
  return { url, headers };
}
