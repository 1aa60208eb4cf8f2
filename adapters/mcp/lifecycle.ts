import {
  DiscoverRequestSchema,
  DiscoverResultSchema,
  EmptyResultSchema,
  InitializeRequestSchema,
  InitializeResultSchema,
  PingRequestSchema,
} from '@modelcontextprotocol/core';
import type { ServerCapabilities } from '@modelcontextprotocol/server';
import type { Self } from './dispatch.ts';
import { method, type Cache, type Method } from './method.ts';
import { versions } from './protocol.ts';

/** What a server says of itself. */
export interface Described {
  self: Self;
  capabilities: ServerCapabilities;
  instructions: string;
}

/** What is the same until a newer version runs. It is of the caller, since it was asked with a token. */
export const fixed: Cache = { ttlMs: 300_000, cacheScope: 'private' };

/** How a client and this server come to know each other: in either era. */
export function lifecycleMethods({ self, capabilities, instructions }: Described): Method[] {
  return [
    method('initialize', {
      eras: ['legacy'],
      request: InitializeRequestSchema,
      result: InitializeResultSchema,
      handle: ({ protocolVersion }) => ({
        protocolVersion: negotiated(protocolVersion),
        capabilities,
        serverInfo: self,
        instructions,
      }),
    }),
    method('ping', {
      eras: ['legacy'],
      request: PingRequestSchema,
      result: EmptyResultSchema,
      handle: () => ({}),
    }),
    method('server/discover', {
      eras: ['modern'],
      request: DiscoverRequestSchema,
      result: DiscoverResultSchema,
      cache: fixed,
      handle: () => ({ supportedVersions: [...versions.modern], capabilities, instructions }),
    }),
  ];
}

// Who asks for another one is offered our newest with a session, and hangs up where that is not theirs.
function negotiated(asked: string): string {
  return versions.legacy.find((version) => version === asked) ?? versions.legacy[0];
}
