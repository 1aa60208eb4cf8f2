import type { Capability } from '../../../db/models/capability.ts';
import type { HttpRequest, ToolRequest } from '../../kernel/ports/descriptions.ts';

/** How a capability is called. */
export function operationOf({ request }: Capability): HttpRequest | ToolRequest {
  return request as HttpRequest | ToolRequest;
}

/** The operation of a provider that is described by its API. */
export function httpRequestOf(capability: Capability): HttpRequest {
  const operation = operationOf(capability);
  if (operation.kind === 'HTTP') return operation;
  throw new Error(`The capability ${capability.id} is no operation of an API.`);
}

/** The name of a tool, as its server has it. */
export function toolOf(capability: Capability): string {
  const operation = operationOf(capability);
  if (operation.kind === 'TOOL') return operation.tool;
  throw new Error(`The capability ${capability.id} is no tool.`);
}
