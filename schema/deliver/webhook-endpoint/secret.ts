import type { Environment } from '../../../db/models/api-key.ts';
import type { WebhookEndpoint } from '../../../db/models/webhook-endpoint.ts';
import type { Context, TransactionContext } from '../../kernel/context.ts';
import { mintSecret } from '../../values/secret.ts';
import { sealInWorkspace, unsealInWorkspace, type Place } from '../../kernel/workspace-key.ts';

type Owner = Pick<WebhookEndpoint, 'id' | 'workspaceId'>;

const kindOf = { SANDBOX: 'whsec_sandbox', LIVE: 'whsec_live' } as const;

/** Creates a signing secret. Returns its text, which is shown once, and its columns. Spec §2. */
export async function mintSigningSecret(
  tx: TransactionContext,
  owner: Owner & { environment: Environment },
  version: number,
) {
  const { text, prefix, lastFour } = mintSecret(kindOf[owner.environment]);
  const columns = {
    sealedSecret: await sealInWorkspace(tx, secretPlaceOf(owner, version), text),
    secretPrefix: prefix,
    secretLastFour: lastFour,
    secretVersion: version,
  };
  return { secret: text, columns };
}

/** Throws an UnsealError if the sealed value was changed or moved, or the workspace’s key is destroyed. */
export async function openSigningSecret(
  ctx: Pick<Context, 'knex' | 'sealing' | 'clock'>,
  owner: Owner,
  version: number,
  sealed: Buffer,
): Promise<string> {
  return (await unsealInWorkspace(ctx, secretPlaceOf(owner, version), sealed)).toString();
}

export function secretPlaceOf({ id, workspaceId }: Owner, version: number): Place {
  return { workspaceId, name: `webhook_endpoint/${id}/secret/${version}` };
}

/** The secret in masked form: `whsec_sandbox_<prefix>_…<last four>`. */
export function hintOf({ environment, secretPrefix, secretLastFour }: WebhookEndpoint): string {
  return `${kindOf[environment]}_${secretPrefix}_…${secretLastFour}`;
}
