import { z } from 'zod';
import { testReceiptKinds, testReceiptStatuses, testReceiptVias } from '../../../db/models/test-receipt.ts';
import * as formats from '../../../schema/values/formats.ts';
import * as productFormats from '../../../schema/values/product-formats.ts';
import { id, time } from './common.ts';
import { Finding } from './problem.ts';

const majorName = formats.majorName.meta({ examples: ['shop@v1'] });
const conformance = z.object({ request: z.boolean(), answer: z.boolean().nullable() }).meta({
  description: 'Whether the request and its answer conform to the version; null without an answer.',
});
const version = z.object({ id: id('prv'), major: z.int(), number: z.int() }).nullable();

export const TestReceipt = z
  .object({
    id: id('rct'),
    applicationId: id('app'),
    kind: z.enum(testReceiptKinds),
    product: z.object({ id: id('prd'), slug: z.string() }).nullable(),
    version,
    isCurrent: z.boolean().meta({ description: 'Whether the version is still served.' }),
    operationId: z.string(),
    method: z.string(),
    answerStatus: z.int().nullable().meta({ description: 'Null if nothing was called.' }),
    scenario: z.string().nullable(),
    conformance,
    via: z.enum(testReceiptVias).nullable(),
    keyId: id('key').nullable(),
    jws: z.string().meta({
      description: 'The receipt as a compact JWS, verifiable with the keys of `/.well-known/jwks.json`.',
    }),
    status: z.enum(testReceiptStatuses),
    expiresAt: time,
    revokedAt: time.nullable(),
    createdAt: time,
    updatedAt: time,
    rowVersion: z.int(),
  })
  .meta({ id: 'TestReceipt', description: 'It states what was tested, and grants nothing.' });

export const ProductCoverage = z
  .object({
    name: majorName,
    version,
    operations: z.int().meta({ description: 'The number of operations of the served version.' }),
    tested: z.array(z.string()).meta({ description: 'The ids of the operations with a test receipt.' }),
    untested: z.array(z.string()),
  })
  .meta({ id: 'ProductCoverage' });

export const CheckSampleData = z
  .strictObject({
    product: majorName,
    operationId: productFormats.operationId,
    samples: productFormats.samples.meta({ description: 'Up to 100 bodies of the operation.' }),
  })
  .meta({ id: 'CheckSampleData' });

export const SampleCheck = z
  .object({ valid: z.boolean(), findings: z.array(Finding), testReceipt: TestReceipt })
  .meta({ id: 'SampleCheck' });

export const CallExplorer = z
  .strictObject({
    keyId: id('key').meta({ description: 'A sandbox key of the application. Its scopes and limits apply.' }),
    parameters: z
      .strictObject({ path: productFormats.named.nullish(), query: productFormats.named.nullish() })
      .nullish()
      .meta({ description: 'Values by name.' }),
    headers: productFormats.named.nullish().meta({
      description: 'Headers that the operation describes, `Accept`, `Content-Type` and `X-Sandbox-Example`.',
    }),
    body: z.unknown().optional().meta({ description: 'For a form, an object of its fields.' }),
    scenario: productFormats.scenario.nullish().meta({ description: 'As in `X-Sandbox-Scenario`.' }),
  })
  .meta({ id: 'CallExplorer' });

export const ExplorerAnswer = z
  .object({
    status: z
      .int()
      .nullable()
      .meta({ description: 'Null if the scenario sends no answer, and in a replay.' }),
    headers: z.record(z.string(), z.string()),
    body: z.string().nullable(),
    conformance: conformance.nullable(),
    receiptId: id('rct')
      .nullable()
      .meta({ description: 'Null if the call was refused, and for `sandbox@v1`.' }),
    receipt: z.string().nullable().meta({ description: 'The test receipt as a compact JWS.' }),
    curl: z.string().meta({ description: 'The same call, with the key in `$SANDBOX_KEY`.' }),
  })
  .meta({ id: 'ExplorerAnswer' });

export const VerifyTestReceipt = z
  .strictObject({ receipt: formats.receipt })
  .meta({ id: 'VerifyTestReceipt' });

export const ReceiptVerification = z
  .object({
    valid: z.boolean(),
    why: z
      .enum(['FORGED', 'EXPIRED', 'REVOKED', 'FORGOTTEN'])
      .nullable()
      .meta({ description: 'Why it is not valid. FORGOTTEN: the server no longer stores it.' }),
    claims: z
      .record(z.string(), z.unknown())
      .nullable()
      .meta({ description: 'Its signed statement; null if it is forged.' }),
    stillCurrent: z
      .boolean()
      .meta({ description: 'Whether it is valid, and the tested version is still served.' }),
  })
  .meta({ id: 'TestReceiptVerification' });
