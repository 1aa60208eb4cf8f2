import type { Capability } from '../../db/models/capability.ts';
import type { HttpRequest, ToolRequest } from '../described.ts';
import type { RemoteServer, ToolAnswer } from '../outside.ts';
import type { CapabilityCall, GatewayPorts, Provider } from './provider.ts';
import { withCredential } from './inject.ts';
import { maxAnswerBytes } from './rules.ts';
import { childOf } from './trace.ts';

/** Calls a tool of a remote MCP server, once. Throws a RemoteToolsFailure or a RequestFailure. */
export async function askTool(
  { remoteTools }: GatewayPorts,
  provider: Provider,
  { capability, arguments: args, bounds, traceparent }: CapabilityCall,
): Promise<ToolAnswer> {
  const { url, headers } = serverOf(provider);
  return await remoteTools.call(
    { url, headers: { ...headers, traceparent: childOf(traceparent) } },
    {
      tool: toolOf(capability),
      inputSchema: capability.inputSchema,
      arguments: args,
      bounds: { timeoutMs: bounds.seconds * 1000, maxBytes: maxAnswerBytes },
    },
  );
}

function toolOf({ id, request }: Capability): string {
  const called = request as HttpRequest | ToolRequest;
  if (called.kind !== 'TOOL') throw new Error(`The capability ${id} is no tool.`);
  return called.tool;
}

function serverOf({ base, credential }: Provider): RemoteServer {
  if (!credential) return { url: base, headers: {} };
  const plain = { method: 'POST', url: base, headers: {}, takesCredential: true };
  const { url, headers } = withCredential(plain, credential);
  return { url, headers };
}
