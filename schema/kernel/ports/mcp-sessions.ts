/** Sessions of external agents, for the MCP revisions that have sessions. A session id proves no identity. */
export interface McpSessions {
  /**
   * Starts a session for a credential in the negotiated revision. Returns its id; the store has its digest.
   */
  begin(credentialId: string, protocolVersion: string, now: Date): Promise<string>;
  /** Returns the revision of a session; null if this credential has no such active session. */
  find(id: string, credentialId: string, now: Date): Promise<string | null>;
  /** Ends the session. Returns whether it was active. */
  end(id: string, credentialId: string, now: Date): Promise<boolean>;
}
