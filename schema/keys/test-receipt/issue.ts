import canonicalize from 'canonicalize';
import type { Knex } from 'knex';
import { TestReceipt, type TestReceiptKind, type TestReceiptVia } from '../../../db/models/test-receipt.ts';
import type { ApiProductVersion } from '../../../db/models/api-product-version.ts';
import type { Context } from '../../kernel/context.ts';
import { newId } from '../../values/id.ts';
import { daysAfter } from '../../values/time.ts';
import { proofDays } from '../../identity/session/signing-key.ts';
import { servedName } from '../product/served-name.ts';
import { maxReceipts } from './rules.ts';

/** What an application tested. */
export interface Tested {
  kind: TestReceiptKind;
  applicationId: string;
  slug: string;
  version: Pick<ApiProductVersion, 'id' | 'workspaceId' | 'productId' | 'major' | 'number' | 'digest'>;
  operation: { operationId: string; method: string };
  /** What it sent. The receipt contains only a keyed hash of it. */
  request: unknown;
  requestConforms: boolean;
  /** Null if nothing was called. */
  called: Called | null;
}

interface Called {
  via: TestReceiptVia;
  keyId: string;
  /** Null if the answer never arrives. */
  status: number | null;
  scenario: string | null;
  answer: string | null;
  answerConforms: boolean;
}

/** Stores a signed statement of what was tested, which grants nothing. */
export async function issueReceipt(ctx: Context, tested: Tested): Promise<TestReceipt> {
  const { kind, applicationId, slug, version, operation, requestConforms, called } = tested;
  const { operationId, method } = operation;
  const now = ctx.clock.now();
  const expiresAt = daysAfter(now, proofDays);
  const id = newId('testReceipt');
  const [status, scenario] = [called?.status ?? null, called?.scenario ?? null];
  const [via, keyId] = [called?.via ?? null, called?.keyId ?? null];
  const answerConforms = called?.answerConforms ?? null;
  const jws = await ctx.receiptTokens.sign(
    {
      jti: id,
      sub: applicationId,
      workspace: version.workspaceId,
      kind,
      product: servedName(slug, version.major),
      version: `${version.major}.${version.number}`,
      versionDigest: version.digest.toString('hex'),
      operationId,
      method,
      status,
      scenario,
      conformance: { request: requestConforms, answer: answerConforms },
      requestDigest: hashOf(ctx, tested.request),
      answerDigest: called && hashOf(ctx, called.answer),
      via,
      keyId,
      iat: Math.floor(now.getTime() / 1000),
      exp: Math.floor(expiresAt.getTime() / 1000),
      grants: 'nothing',
    },
    now,
  );
  const receipt = await TestReceipt.query(ctx.knex)
    .insert({
      id,
      workspaceId: version.workspaceId,
      applicationId,
      kind,
      productId: version.productId,
      versionId: version.id,
      operationId,
      method,
      answerStatus: status,
      scenario,
      requestConforms,
      answerConforms,
      via,
      apiKeyId: keyId,
      jws,
      status: 'ACTIVE',
      expiresAt,
      revokedAt: null,
      createdAt: now,
      updatedAt: now,
    })
    .returning('*');
  await makeRoom(ctx.knex, applicationId);
  return receipt;
}

// A plain hash of a short value could be guessed.
function hashOf(ctx: Context, value: unknown): string {
  return ctx.keyedHash('test receipt', canonicalize(value) ?? '').toString('base64url');
}

async function makeRoom(knex: Knex, applicationId: string): Promise<void> {
  await knex.raw(
    `delete from test_receipt where application_id = :applicationId and id <= (
       select id from test_receipt where application_id = :applicationId order by id desc offset :maxReceipts limit 1)`,
    { applicationId, maxReceipts },
  );
}
