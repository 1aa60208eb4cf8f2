import { ApiKey } from '../../../db/models/api-key.ts';
import type { TransactionContext } from '../../kernel/context.ts';
import { notFound } from '../../values/errors.ts';
import { atVersion } from '../../kernel/row-version.ts';

/** Which key: where an application is named as well, a key of another one is not found. */
export interface KeyAddress {
  id: string;
  applicationId?: string | null | undefined;
}

/** The key, locked to the end of the transaction. */
export async function lockApiKey(tx: TransactionContext, address: KeyAddress): Promise<ApiKey> {
  const key = await ApiKey.inWorkspace(tx).findById(address.id).forNoKeyUpdate();
  return atVersion(tx, found(tx, address, key));
}

/** The key as it stands, for who locks before it what it stands on. */
export async function findApiKey(tx: TransactionContext, address: KeyAddress): Promise<ApiKey> {
  return found(tx, address, await ApiKey.inWorkspace(tx).findById(address.id));
}

function found(tx: TransactionContext, { applicationId }: KeyAddress, key: ApiKey | undefined): ApiKey {
  if (!key || (applicationId && key.applicationId !== applicationId)) throw notFound(tx, 'API key');
  return key;
}
