import type { Context } from '../../schema/kernel/context.ts';

/** With a session, up to 2025-11-25, or without, from 2026-07-28 on. */
export type Era = 'legacy' | 'modern';

/** The revisions that are served, the latest first. */
export const versions = {
  modern: ['2026-07-28'],
  legacy: ['2025-11-25', '2025-06-18'],
} as const satisfies Record<Era, readonly string[]>;

// JSON-RPC 2.0 §5.1, and what the protocol adds to it.
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

/** One request as its handler sees it. */
export interface Call {
  ctx: Context;
  era: Era;
  /** As they were sent. */
  params: Readonly<Record<string, unknown>>;
}

/** An error of JSON-RPC, with the HTTP status that goes with it; what a handler throws is told with 200. */
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

/** Without a readable id there is none: MCP knows no `id: null`. */
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

/** The id of whatever was sent, where it has one that can be told again. */
export function idOf(message: unknown): string | number | null {
  const { id } = (message ?? {}) as { id?: unknown };
  return typeof id === 'string' || Number.isSafeInteger(id) ? (id as string | number) : null;
}

/** A name that somebody sent, as a sentence may say it again. */
export function quoted(name: string): string {
  return JSON.stringify(name.slice(0, 128));
}

export function metaOf(params: unknown): Readonly<Record<string, unknown>> {
  const { _meta: meta } = (params ?? {}) as { _meta?: unknown };
  return typeof meta === 'object' && meta !== null ? (meta as Record<string, unknown>) : {};
}
