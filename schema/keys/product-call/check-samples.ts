import { record } from '../../records/audit/record.ts';
import { builder } from '../../kernel/builder.ts';
import type { Context } from '../../kernel/context.ts';
import type { DescribedBody, DescribedOperation } from '../../kernel/ports/product-descriptions.ts';
import { validationFailed, type Finding } from '../../values/errors.ts';
import * as formats from '../../values/formats.ts';
import * as productFormats from '../../values/product-formats.ts';
import { findApplication } from '../application/find.ts';
import { lockApplication } from '../application/lock.ts';
import { applicationMoves } from '../application/rules.ts';
import { FindingType } from '../sandbox/type.ts';
import { toEventData } from '../test-receipt/event-data.ts';
import { issueReceipt } from '../test-receipt/issue.ts';
import { TestReceiptType } from '../test-receipt/type.ts';
import { isJson } from './accept.ts';
import { assignedOperation } from './assigned-operation.ts';
import { checkedBy } from './request-findings.ts';
import type { ServedVersion } from './snapshot.ts';
import { bodySchema } from './whole-schema.ts';

interface SampleCheck {
  applicationId: string;
  product: string;
  operationId: string;
  samples: unknown[];
}

interface Checked {
  slug: string;
  operation: DescribedOperation;
  version: ServedVersion;
  findings: Finding[];
}

/** The most findings of a check. */
const maxFindings = 500;

/** Checks samples of a request body against an assigned product. It calls nothing. */
export async function checkSampleData(ctx: Context, input: SampleCheck) {
  const { applicationId, samples } = input;
  let judged: Checked | null = null;
  const { testReceipt } = await ctx.transaction(
    async (tx, { slug, operation, version, findings }) => {
      applicationMoves.next((await lockApplication(tx, applicationId)).status, 'update');
      const requestConforms = findings.length === 0;
      const kind = 'SAMPLE_CHECK' as const;
      const tested = { kind, applicationId, slug, version, operation, request: samples, requestConforms };
      const issued = await issueReceipt(tx, { ...tested, called: null });
      await record(tx, 'sandbox.check_completed', {
        subject: issued,
        data: toEventData(issued, slug),
      });
      return { testReceipt: issued };
    },
    async () => (judged = await checked(ctx, input)),
  );
  // A replay stores no findings.
  const { findings } = judged ?? (await checked(ctx, input));
  return { testReceipt, findings };
}

async function checked(
  ctx: Context,
  { applicationId, product, operationId, samples }: SampleCheck,
): Promise<Checked> {
  await findApplication(ctx, applicationId);
  const { operation, version, slug } = await assignedOperation(ctx, { applicationId, product, operationId });
  const content = jsonContentOf(operation);
  const schema = bodySchema(operation, content, version);
  const findings: Finding[] = [];
  for (const [at, sample] of samples.entries()) {
    for (const { pointer, code, message } of await checkedBy(ctx, schema, sample))
      findings.push({ pointer: `/samples/${at}${pointer}`, code, message });
    if (findings.length >= maxFindings) break;
  }
  return { slug, operation, version, findings: findings.slice(0, maxFindings) };
}

function jsonContentOf({ body }: DescribedOperation): DescribedBody['contents'][number] {
  const content = body?.contents.find(({ contentType }) => isJson(contentType));
  if (content) return content;
  const message = 'must be an operation that takes a JSON body';
  throw validationFailed([{ pointer: '/operationId', code: 'no_json_body', message }]);
}

builder.relayMutationField(
  'checkSampleData',
  {
    inputFields: (t) => ({
      applicationId: t.id({ required: true }),
      product: t.string({
        required: true,
        validate: formats.majorName,
        description: 'The slug and the major version, such as `shop@v1`.',
      }),
      operationId: t.string({ required: true, validate: productFormats.operationId }),
      samples: t.field({
        type: ['JSON'],
        required: { list: true, items: false },
        validate: productFormats.samples,
        description: 'Up to 100 bodies of the operation.',
      }),
    }),
  },
  {
    description:
      'Checks samples of a request body against an API product in the sandbox, and issues a test receipt. It calls ' +
      'nothing and grants nothing. Needs `sandbox:run`.',
    authScopes: { can: 'sandbox:run' },
    resolve: async (_root, { input }, ctx) => await checkSampleData(ctx, input),
  },
  {
    outputFields: (t) => ({
      valid: t.boolean({
        description: 'Whether all samples conform.',
        resolve: ({ findings }) => findings.length === 0,
      }),
      findings: t.field({
        type: [FindingType],
        description: 'The first 500, with pointers such as `/samples/0/name`.',
        resolve: ({ findings }) => findings,
      }),
      testReceipt: t.field({ type: TestReceiptType, resolve: (it) => it.testReceipt }),
    }),
  },
);
