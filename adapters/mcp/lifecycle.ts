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

/** How the server describes itself. */
export interface Described {
  self: Self;
  capabilities: ServerCapabilities;
  instructions: string;
}

/** The caching of answers that change only with a newer version; private, because they need a token. */
export const fixed: Cache = { ttlMs: 300_000, cacheScope: 'private' };

/** The methods with which a client and this server begin, in either era. */
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

// For an unknown version, offers our newest one with sessions; the client may disconnect.
function negotiated(asked: string): string {
  return versions.legacy.find((version) => version === asked) ?? versions.legacy[0];
}
