import type { ApprovalRequest } from '../../../db/models/approval-request.ts';
import { ApiProduct } from '../../../db/models/api-product.ts';
import type { ApiProductVersion } from '../../../db/models/api-product-version.ts';
import { lockPending, endObsolete } from '../../approvals/approval/end-obsolete.ts';
import { openApproval } from '../../approvals/approval/open.ts';
import { ApprovalRequestType } from '../../approvals/approval/type.ts';
import { builder } from '../../kernel/builder.ts';
import type { Context, TransactionContext } from '../../kernel/context.ts';
import { refuse } from '../../values/errors.ts';
import { lockOfProduct, type VersionAddress } from '../product/find-version.ts';
import { versionMoves } from '../product/rules.ts';
import { servedName } from '../product/served-name.ts';
import { versionInputs } from '../product/version-type.ts';
import { contributorsTo } from './contributors.ts';
import { lockActive, versionOf } from './live.ts';

/** Asks a different person to make a version answer live keys, in place of the one that does now. */
export async function activateApiProductVersion(ctx: Context, address: VersionAddress) {
  return await ctx.transaction(async (tx) => {
    const pending = await lockPending(tx, 'API_PRODUCT_ACTIVATION', address.id);
    const version = await lockOfProduct(tx, address);
    versionMoves.next(version.status, 'activate');
    await endObsolete(tx, pending);
    await assertNonePending(tx, version);
    return { approvalRequest: await ask(tx, version) };
  });
}

async function assertNonePending(tx: TransactionContext, { id: subjectId, status }: ApiProductVersion) {
  const pending = await lockPending(tx, 'API_PRODUCT_ACTIVATION', subjectId);
  if (!pending) return;
  throw refuse(
    'invalid_transition',
    `A request to activate the version is already pending: ${pending.id}. Have it decided or canceled first.`,
    { transition: { from: status, action: 'activate', allowed: ['cancel'] } },
  );
}

async function ask(tx: TransactionContext, version: ApiProductVersion): Promise<ApprovalRequest> {
  const { id, productId, major, number, upstreamUrl } = version;
  const active = await lockActive(tx, version);
  if (active?.versionId === id)
    throw refuse('invalid_transition', `Version ${major}.${number} is live already.`);
  const live = active && (await versionOf(tx, active));
  const { slug } = await ApiProduct.inWorkspace(tx).findById(productId).throwIfNotFound();
  const product = servedName(slug, major);
  const replaces = live && `${live.major}.${live.number}`;
  return await openApproval(tx, {
    kind: 'API_PRODUCT_ACTIVATION',
    subjectType: 'api_product_version',
    subjectId: id,
    contributors: await contributorsTo(tx, version, live),
    command: { productId, product, version: `${major}.${number}`, replaces, upstream: upstreamUrl },
    summary:
      `Version ${major}.${number} of the API product ${slug} answers live keys` +
      (replaces ? `, in place of ${replaces}` : ', as the first of its major') +
      (upstreamUrl === null ? '' : `; the server sends live calls to ${upstreamUrl}`),
  });
}

builder.relayMutationField(
  'activateApiProductVersion',
  { inputFields: versionInputs },
  {
    description:
      'Asks a different person to make a version answer live keys, in place of the live one of its major ' +
      '(`no_eligible_approver` if none can). The members who worked on the version do not decide. Needs `api_products:write`.',
    authScopes: { can: 'api_products:write' },
    resolve: async (_root, { input }, ctx) => await activateApiProductVersion(ctx, input),
  },
  {
    outputFields: (t) => ({
      approvalRequest: t.field({ type: ApprovalRequestType, resolve: (it) => it.approvalRequest }),
    }),
  },
);
