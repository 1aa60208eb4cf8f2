export interface Passwords {
  hash(password: string): Promise<string>;
  /**
   * Hashes it and does with the hash what is done, in one turn: of strangers who come together, few hold connections of the
   * database at once.
   */
  withHash<Result>(password: string, work: (hash: string) => Promise<Result>): Promise<Result>;
  /** With null for the hash the same time is spent and the answer is false. */
  verify(hash: string | null, password: string): Promise<boolean>;
}
