import type { Context } from '../context.ts';

/**
 * Sessions of external agents, for the MCP revisions that have sessions. A session id proves no identity: it
 * is valid only with the credential that began it, which is the caller's.
 */
export interface McpSessions {
  /** Starts a session in the negotiated revision. Returns its id; the database has its digest. */
  begin(ctx: Context, protocolVersion: string): Promise<string>;
  /** Returns the revision of a session; null if the caller has no such active session. */
  find(ctx: Context, id: string): Promise<string | null>;
  /** Ends the session on every instance. Returns whether it was active. */
  end(ctx: Context, id: string): Promise<boolean>;
}
