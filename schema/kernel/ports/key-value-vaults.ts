/** An external vault: a key-value secrets engine, version 2, as in HashiCorp Vault and OpenBao. */
export interface KeyValueVaults {
  /** Returns the latest version of a secret, by its name in the engine. Throws a VaultFailure. */
  read(engine: KeyValueEngine, name: string): Promise<Record<string, unknown>>;
  /** Throws a VaultFailure if the vault rejects the token or does not answer. */
  check(engine: KeyValueEngine): Promise<void>;
}

export interface KeyValueEngine {
  address: string;
  mount: string;
  namespace: string | null;
  token: string;
}

export type VaultFailureCode = 'unreachable' | 'sealed' | 'token_refused' | 'no_such_secret' | 'unreadable';

/** Why a vault returned no secret; the message contains none of its data. The `cause` is private. */
export class VaultFailure extends Error {
  override name = 'VaultFailure';
  readonly code: VaultFailureCode;

  constructor(code: VaultFailureCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
