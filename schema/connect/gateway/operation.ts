import type { CalledCapability } from '../../../db/models/capability.ts';
import type { HttpRequest, ToolRequest } from '../../kernel/ports/descriptions.ts';

/** Returns how to call a capability. */
export function operationOf({ request }: CalledCapability): HttpRequest | ToolRequest {
  return request as HttpRequest | ToolRequest;
}

/** Returns a capability’s HTTP operation. Throws if it is a tool. */
export function httpRequestOf(capability: CalledCapability): HttpRequest {
  const operation = operationOf(capability);
  if (operation.kind === 'HTTP') return operation;
  throw new Error(`The capability ${capability.id} is no operation of an API.`);
}

/** Returns a tool’s name on its server. Throws if the capability is no tool. */
export function toolOf(capability: CalledCapability): string {
  const operation = operationOf(capability);
  if (operation.kind === 'TOOL') return operation.tool;
  throw new Error(`The capability ${capability.id} is no tool.`);
}
