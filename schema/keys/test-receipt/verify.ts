import { ApiProductVersion } from '../../../db/models/api-product-version.ts';
import { TestReceipt } from '../../../db/models/test-receipt.ts';
import { Workspace } from '../../../db/models/workspace.ts';
import { builder } from '../../kernel/builder.ts';
import type { Context } from '../../kernel/context.ts';
import { addressOf, enforce } from '../../kernel/limit.ts';
import type { ReceiptClaims } from '../../kernel/ports/tokens.ts';
import * as formats from '../../values/formats.ts';
import { isServed } from '../product/rules.ts';

const whys = ['FORGED', 'EXPIRED', 'REVOKED', 'FORGOTTEN'] as const;

interface Verification {
  why: (typeof whys)[number] | null;
  claims: ReceiptClaims | null;
  stillCurrent: boolean;
}

/** Returns whether a receipt is valid, to anybody who holds it. */
export async function verifyTestReceipt(ctx: Context, receipt: string): Promise<Verification> {
  await enforce(ctx, 'receipt_verification', addressOf(ctx.client.ip));
  const { claims, why } = await ctx.receiptTokens.verify(receipt, ctx.clock.now());
  if (why) return { why, claims, stillCurrent: false };
  const row = await TestReceipt.query(ctx.knex).findById(claims.jti);
  const workspace = row && (await Workspace.query(ctx.knex).findById(row.workspaceId));
  // The key of a deleted workspace is destroyed, and with it what could prove anything about it.
  if (!row || workspace?.status === 'DELETED') return { why: 'FORGOTTEN', claims, stillCurrent: false };
  if (row.status === 'REVOKED') return { why: 'REVOKED', claims, stillCurrent: false };
  const version = await ApiProductVersion.query(ctx.knex).findById(row.versionId);
  const isSame = version?.digest.toString('hex') === claims.versionDigest;
  return { why: null, claims, stillCurrent: isSame && isServed(version) };
}

const WhyEnum = builder.enumType('TestReceiptFault', {
  description: 'Why a test receipt is not valid.',
  values: {
    FORGED: { description: 'This installation did not sign it, or it was changed.' },
    EXPIRED: { description: 'It was issued more than 90 days ago.' },
    REVOKED: { description: 'A member of its workspace revoked it.' },
    FORGOTTEN: {
      description: 'The server no longer stores it: newer receipts replaced it, or its workspace is deleted.',
    },
  } satisfies Record<(typeof whys)[number], object>,
});

const VerificationType = builder.objectRef<Verification>('TestReceiptVerification').implement({
  description: 'Whether a test receipt is valid, and its statement.',
  fields: (t) => ({
    valid: t.boolean({ resolve: ({ why }) => why === null }),
    why: t.field({
      type: WhyEnum,
      nullable: true,
      description: 'Why it is not valid; null if it is.',
      resolve: ({ why }) => why,
    }),
    claims: t.field({
      type: 'JSON',
      nullable: true,
      description: 'Its signed statement; null if it is forged.',
      resolve: ({ claims }) => claims,
    }),
    stillCurrent: t.exposeBoolean('stillCurrent', {
      description: 'Whether it is valid, and the tested version is still served.',
    }),
  }),
});

builder.queryField('verifyTestReceipt', (t) =>
  t.field({
    type: VerificationType,
    nullable: true,
    description:
      'Verifies a test receipt of the sandbox. It needs no credential, and answers for a forged receipt, too.',
    args: { receipt: t.arg.string({ required: true, validate: formats.receipt }) },
    authScopes: { public: true },
    resolve: async (_root, { receipt }, ctx) => await verifyTestReceipt(ctx, receipt),
  }),
);
