import { Application } from '../../../db/models/application.ts';
import type { TransactionContext } from '../../kernel/context.ts';
import { notFound } from '../../values/errors.ts';
import { atVersion } from '../../kernel/row-version.ts';

/** Returns the application, locked until the end of the transaction. */
export async function lockApplication(tx: TransactionContext, id: string): Promise<Application> {
  const application = await Application.inWorkspace(tx).findById(id).forNoKeyUpdate();
  if (!application) throw notFound(tx, 'application');
  return atVersion(tx, application);
}
