import type { Context } from '../../schema/kernel/context.ts';

/** With sessions, up to 2025-11-25, or without them, from 2026-07-28 on. */
export type Era = 'legacy' | 'modern';

/** The supported revisions, the latest first. */
export const versions = {
  modern: ['2026-07-28'],
  legacy: ['2025-11-25', '2025-06-18'],
} as const satisfies Record<Era, readonly string[]>;

// JSON-RPC 2.0 §5.1, and the additions of the protocol.
export const codes = {
  parseError: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internalError: -32603,
  headerMismatch: -32020,
  missingClientCapability: -32021,
  unsupportedVersion: -32022,
} as const;

/** One request as its handler gets it. */
export interface Call {
  ctx: Context;
  era: Era;
  /** The parameters as sent. */
  params: Readonly<Record<string, unknown>>;
}

/** A JSON-RPC error with its HTTP status; the error of a handler has the status 200. */
export class ProtocolError extends Error {
  override name = 'ProtocolError';
  readonly code: number;
  readonly status: number;
  readonly data: unknown;

  constructor(
    code: number,
    message: string,
    { status = 200, data }: { status?: number; data?: unknown } = {},
  ) {
    super(message);
    this.code = code;
    this.status = status;
    this.data = data;
  }
}

export interface ErrorResponse {
  jsonrpc: '2.0';
  id?: string | number;
  error: { code: number; message: string; data?: unknown };
}

/** Returns an error without an id if none was readable: MCP has no `id: null`. */
export function errorResponse(
  { code, message, data }: ProtocolError,
  id: string | number | null,
): ErrorResponse {
  return {
    jsonrpc: '2.0',
    ...(id !== null && { id }),
    error: { code, message, ...(data !== undefined && { data }) },
  };
}

/** Returns the id of a message, or null if it has no usable one. */
export function idOf(message: unknown): string | number | null {
  const { id } = (message ?? {}) as { id?: unknown };
  return typeof id === 'string' || Number.isSafeInteger(id) ? (id as string | number) : null;
}

/** Returns a client's name for something, quoted and cut for a message. */
export function quoted(name: string): string {
  return JSON.stringify(name.slice(0, 128));
}

export function metaOf(params: unknown): Readonly<Record<string, unknown>> {
  const { _meta: meta } = (params ?? {}) as { _meta?: unknown };
  return typeof meta === 'object' && meta !== null ? (meta as Record<string, unknown>) : {};
}
