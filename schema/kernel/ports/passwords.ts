export interface Passwords {
  hash(password: string): Promise<string>;
  /**
   * Hashes the password and runs the work with the hash, in one place of the queue. Many simultaneous
   * sign-ups thus use few database connections.
   */
  withHash<Result>(password: string, work: (hash: string) => Promise<Result>): Promise<Result>;
  /** If the hash is null, takes the same time and returns false. */
  verify(hash: string | null, password: string): Promise<boolean>;
}
