import { Connection } from '../../../db/models/connection.ts';
import { Connector } from '../../../db/models/connector.ts';
import type { CalledCapability } from '../../../db/models/capability.ts';
import type { TransactionContext } from '../../kernel/context.ts';

interface Asked {
  /** The name of the agent’s credential. */
  agent: string;
  capability: CalledCapability;
  connectionId: string;
  argumentsDigest: Buffer;
}

/**
 * Returns the summary and the command for readers of the request. Readers with the permission get the agent's
 * arguments from the call.
 */
export async function wordsFor(tx: TransactionContext, asked: Asked) {
  const { agent, capability, connectionId, argumentsDigest } = asked;
  const { key, title, connectorId } = capability;
  const { name: provider } = await Connector.inWorkspace(tx).findById(connectorId).throwIfNotFound();
  const { name: connection, accountId } = await Connection.inWorkspace(tx)
    .findById(connectionId)
    .throwIfNotFound();
  const account = accountId === null ? '' : `, as ${accountId}`;
  return {
    summary: `The agent ${agent} requests ${key} of ${provider} through ${connection}${account}`,
    command: {
      agent,
      provider,
      key,
      title,
      connection,
      accountId,
      argumentsDigest: argumentsDigest.toString('hex'),
    },
  };
}
