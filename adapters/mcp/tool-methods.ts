import {
  CallToolRequestSchema,
  CallToolResultSchema,
  ListToolsRequestSchema,
  ListToolsResultSchema,
} from '@modelcontextprotocol/core';
import { fixed } from './lifecycle.ts';
import { method, type Method } from './method.ts';
import { codes, ProtocolError, quoted } from './protocol.ts';
import { toToolError } from './tool-error.ts';
import type { Tool } from './tool.ts';

/** Returns `tools/list` and `tools/call` for a table of tools, in its order. */
export function toolMethods(tools: readonly Tool[]): Method[] {
  const named = new Map(tools.map((it) => [it.listed.name, it]));
  const find = (name: string): Tool => {
    const found = named.get(name);
    if (found) return found;
    const names = [...named.keys()].join(', ');
    throw new ProtocolError(
      codes.invalidParams,
      `The tool ${quoted(name)} does not exist. The tools are: ${names}.`,
    );
  };
  return [
    method('tools/list', {
      eras: ['legacy', 'modern'],
      request: ListToolsRequestSchema,
      result: ListToolsResultSchema,
      cache: fixed,
      handle: (params) => {
        // The list has only one page, so the server never issues a cursor.
        if (params?.cursor !== undefined)
          throw new ProtocolError(
            codes.invalidParams,
            'The cursor does not belong to this list. Start again without it.',
          );
        return { tools: tools.map(({ listed }) => listed) };
      },
    }),
    method('tools/call', {
      eras: ['legacy', 'modern'],
      request: CallToolRequestSchema,
      result: CallToolResultSchema,
      nameIn: 'name',
      scopes: ({ name }) => find(name).scopes,
      handle: async ({ name, arguments: given = {} }, call) => {
        try {
          return await find(name).call(given, call);
        } catch (error) {
          return toToolError(error, call);
        }
      },
    }),
  ];
}
