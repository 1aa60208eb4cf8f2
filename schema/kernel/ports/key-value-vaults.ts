/** A vault of somebody else's: a key-value secrets engine, version 2, as HashiCorp Vault and OpenBao serve it. */
export interface KeyValueVaults {
  /** The latest version of a secret, by its name in the engine. Throws a VaultFailure. */
  read(engine: KeyValueEngine, name: string): Promise<Record<string, unknown>>;
  /** Whether the token is good. Throws a VaultFailure where it is not, or nobody answers. */
  check(engine: KeyValueEngine): Promise<void>;
}

export interface KeyValueEngine {
  address: string;
  mount: string;
  namespace: string | null;
  token: string;
}

export type VaultFailureCode = 'unreachable' | 'sealed' | 'token_refused' | 'no_such_secret' | 'unreadable';

/** Why a vault gave no secret, in words that hold nothing of what it keeps. The `cause` is private. */
export class VaultFailure extends Error {
  override name = 'VaultFailure';
  readonly code: VaultFailureCode;

  constructor(code: VaultFailureCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
