import type { FastifyRequest } from 'fastify';
import type { Context } from '../../schema/kernel/context.ts';
import type { McpSessions } from '../../schema/kernel/ports/mcp-sessions.ts';
import { codes, ProtocolError } from './protocol.ts';

export const sessionHeader = 'mcp-session-id';

/** Throws a ProtocolError unless the request names a session of its credential and the negotiated version. */
export async function assertSession(
  sessions: McpSessions,
  ctx: Context,
  request: FastifyRequest,
): Promise<void> {
  const version = await sessions.find(ctx, sessionOf(request));
  if (version === null) throw notThere();
  const told = request.headers['mcp-protocol-version']?.toString().trim();
  if (told !== version)
    throw new ProtocolError(
      codes.invalidRequest,
      `This session uses ${version}. Send that as the header MCP-Protocol-Version, or initialize another session.`,
      { status: 400 },
    );
}

export async function endSession(
  sessions: McpSessions,
  ctx: Context,
  request: FastifyRequest,
): Promise<void> {
  if (!(await sessions.end(ctx, sessionOf(request)))) throw notThere();
}

/** Returns the session that a request names. Throws a ProtocolError if it names none. */
export function sessionOf({ headers }: FastifyRequest): string {
  const id = headers[sessionHeader]?.toString();
  if (id !== undefined) return id;
  throw new ProtocolError(
    codes.invalidRequest,
    'The header Mcp-Session-Id is missing. Send `initialize` first, and then its answer’s Mcp-Session-Id with each request.',
    { status: 400 },
  );
}

// The same for a session that never existed, has ended, is too old, or belongs to another credential.
function notThere(): ProtocolError {
  return new ProtocolError(
    codes.invalidRequest,
    'The session does not exist. Send `initialize` for another one.',
    {
      status: 404,
    },
  );
}
