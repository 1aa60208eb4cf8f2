import { ApiKey } from '../../db/models/api-key.ts';
import type { TransactionContext } from '../context.ts';
import { notFound } from '../errors.ts';

/** Which key: where an application is named as well, a key of another one is not found. */
export interface KeyAddress {
  id: string;
  applicationId?: string | null | undefined;
}

/** The key, locked to the end of the transaction. */
export async function lockApiKey(tx: TransactionContext, { id, applicationId }: KeyAddress): Promise<ApiKey> {
  const key = await ApiKey.inWorkspace(tx).findById(id).forNoKeyUpdate();
  if (!key || (applicationId && key.applicationId !== applicationId)) throw notFound(tx);
  return key;
}
