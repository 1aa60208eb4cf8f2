import { ApiKey } from '../../../db/models/api-key.ts';
import type { TransactionContext } from '../../kernel/context.ts';
import { notFound } from '../../values/errors.ts';
import { atVersion } from '../../kernel/row-version.ts';

/** Identifies a key. If an application is given, a key of another application is not found. */
export interface KeyAddress {
  id: string;
  applicationId?: string | null | undefined;
}

/** Returns the key, locked until the end of the transaction. */
export async function lockApiKey(tx: TransactionContext, address: KeyAddress): Promise<ApiKey> {
  const key = await ApiKey.inWorkspace(tx).findById(address.id).forNoKeyUpdate();
  return atVersion(tx, found(tx, address, key));
}

/** Returns the key without a lock, for callers that must lock its prerequisites first. */
export async function findApiKey(tx: TransactionContext, address: KeyAddress): Promise<ApiKey> {
  return found(tx, address, await ApiKey.inWorkspace(tx).findById(address.id));
}

function found(tx: TransactionContext, { applicationId }: KeyAddress, key: ApiKey | undefined): ApiKey {
  if (!key || (applicationId && key.applicationId !== applicationId)) throw notFound(tx, 'API key');
  return key;
}
