/** Sessions of outside agents, of those revisions of MCP that have them. None proves who calls. */
export interface McpSessions {
  /** Begins one for a credential, in the revision that was negotiated, and gives its id, which is told nowhere else. */
  begin(credentialId: string, protocolVersion: string, now: Date): Promise<string>;
  /** The revision of a session; null where there is none of this credential any more. */
  find(id: string, credentialId: string, now: Date): Promise<string | null>;
  /** Ends it. Whether there was one. */
  end(id: string, credentialId: string, now: Date): Promise<boolean>;
}
