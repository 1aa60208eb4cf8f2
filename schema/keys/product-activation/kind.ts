import { ApiProduct } from '../../../db/models/api-product.ts';
import { ApiProductVersion } from '../../../db/models/api-product-version.ts';
import type { ApprovalRequest } from '../../../db/models/approval-request.ts';
import { ProductActivation } from '../../../db/models/product-activation.ts';
import { registerKind } from '../../approvals/approval/kinds.ts';
import type { TransactionContext } from '../../kernel/context.ts';
import { record } from '../../records/audit/record.ts';
import { newId } from '../../values/id.ts';
import { shareLockOwnWorkspace } from '../../identity/workspace/lock.ts';
import { lockOfProduct } from '../product/find-version.ts';
import { versionMoves } from '../product/rules.ts';
import { servedName } from '../product/served-name.ts';
import { versionUses } from '../product/uses.ts';
import { toVersionData } from '../product/version-event-data.ts';
import { endActivation, lockActive, versionOf } from './live.ts';

registerKind({
  kind: 'API_PRODUCT_ACTIVATION',
  asking: 'api_products:write',
  deciding: 'deployments:approve',
  lifeDays: 7,
  quorum: 1,
  titleOf: ({ command }) => `Version ${String(command['version'])} of ${String(command['product'])}`,
  subjectOf: async (tx, versionId) => {
    // Locked, so that no other version becomes live before the decision.
    const version = await lockOfProduct(tx, { id: versionId });
    const active = await lockActive(tx, version);
    const live = active && (await versionOf(tx, active));
    const { slug } = await ApiProduct.inWorkspace(tx).findById(version.productId).throwIfNotFound();
    return {
      product: servedName(slug, version.major),
      ...toVersionData(version),
      upstream: version.upstreamUrl && {
        url: version.upstreamUrl,
        credentialReferenceId: version.upstreamReferenceId,
      },
      replaces: live && { number: live.number, digest: live.digest.toString('hex') },
    };
  },
  subjectEnd: {
    why: async (ctx, { subjectId }) => {
      const { status } = await ApiProductVersion.inWorkspace(ctx).findById(subjectId).throwIfNotFound();
      return status === 'RETIRED' ? 'The version was retired.' : null;
    },
    standing: (knex) =>
      knex('apiProductVersion')
        .whereRaw('api_product_version.id = approval_request.subject_id')
        .whereNot('apiProductVersion.status', 'RETIRED'),
  },
  execution: { form: 'INSIDE', run: activate },
  end: async () => {},
});

async function activate(tx: TransactionContext, { id, subjectId }: ApprovalRequest): Promise<void> {
  await shareLockOwnWorkspace(tx);
  const version = await lockOfProduct(tx, { id: subjectId });
  versionMoves.next(version.status, 'activate');
  const active = await lockActive(tx, version);
  const now = tx.clock.now();
  const { workspaceId, productId, major } = version;
  if (active) await endActivation(tx, active);
  await ProductActivation.query(tx.knex).insert({
    id: newId('productActivation'),
    workspaceId,
    productId,
    major,
    versionId: version.id,
    status: 'ACTIVE',
    approvalRequestId: id,
    endedAt: null,
    createdAt: now,
    updatedAt: now,
  });
  await record(tx, 'api_product.version_activated', { subject: version, data: toVersionData(version) });
}

versionUses.register(async (tx, versionId) => {
  const count = await ProductActivation.inWorkspace(tx).where({ versionId, status: 'ACTIVE' }).resultSize();
  return { count, noun: 'activation', verb: 'deactivate it to end' };
});
