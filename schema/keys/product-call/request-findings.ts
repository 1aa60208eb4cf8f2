import type { Context } from '../../kernel/context.ts';
import type { DescribedBody, DescribedOperation } from '../../kernel/ports/product-descriptions.ts';
import { SchemaFailure, type ForeignSchema } from '../../kernel/ports/json-schemas.ts';
import { refuse, validationFailed, type Finding } from '../../values/errors.ts';
import { argumentsOf } from './parameters.ts';
import type { SentBody, SentCall } from '../../values/sent-call.ts';
import type { ServedVersion } from './snapshot.ts';
import { fieldsOf } from './fields.ts';
import { contentOf, requestSchema } from './whole-schema.ts';

interface Checked {
  operation: DescribedOperation;
  /** The values of the path's templates. */
  captured: readonly string[];
  call: SentCall;
  version: ServedVersion;
}

/**
 * Checks the media type, the size, and then all values of a call. Returns the body, and the findings if
 * the version only reports them. Throws `unsupported_media_type`, `payload_too_large` or `validation_failed`.
 */
export async function checkRequest(
  ctx: Context,
  checked: Checked,
): Promise<{ findings: Finding[]; body: unknown }> {
  const { operation, call, version } = checked;
  const content = describedContent(operation.body, call);
  assertSize(call.body);
  const { values, findings } = argumentsOf(operation, call, checked.captured);
  const body = bodyOf(call.body, operation.body, content?.schema ?? {});
  if ('finding' in body) findings.push(body.finding);
  else {
    const schema = requestSchema(operation, content, version);
    findings.push(...(await checkedBy(ctx, schema, { ...values, ...body })));
  }
  if (findings.length > 0 && version.requestChecks === 'ENFORCE') throw validationFailed(findings);
  return { findings, body: 'body' in body ? body.body : undefined };
}

/** Throws `payload_too_large` for a body that was too large to be read. */
export function assertSize(body: SentBody): void {
  if (body.form !== 'TOO_LARGE') return;
  throw refuse(
    'payload_too_large',
    `The body is larger than ${body.maxBytes} bytes, the maximum. Send less.`,
  );
}

/** Returns the findings of a value by a schema. Throws `service_unavailable` if the check takes too long. */
export async function checkedBy(
  { jsonSchemas }: Context,
  schema: ForeignSchema,
  value: unknown,
): Promise<Finding[]> {
  try {
    return await jsonSchemas.check(schema, value);
  } catch (error) {
    if (!(error instanceof SchemaFailure)) throw error;
    throw refuse(
      'service_unavailable',
      'The request takes too long to check. Send a smaller one, or repeat it later.',
      {
        cause: error,
        retryAfterSeconds: 2,
      },
    );
  }
}

function describedContent(described: DescribedBody | null, { contentType, body }: SentCall) {
  if (body.form === 'NONE' || !described) return null;
  const types = described.contents.map((it) => it.contentType);
  const content = contentType === null ? null : contentOf(described.contents, contentType);
  if (body.form === 'ENCODED')
    throw refuse('unsupported_media_type', 'Send the body without Content-Encoding.');
  if (content || types.length === 0) return content;
  throw refuse('unsupported_media_type', `Send \`Content-Type: ${types.join('` or `')}\`.`);
}

type Body = { body?: unknown } | { finding: Finding };

function bodyOf(sent: SentBody, described: DescribedBody | null, schema: Record<string, unknown>): Body {
  if (sent.form === 'NONE') return {};
  if (!described)
    return {
      finding: {
        pointer: '/body',
        code: 'unknown_field',
        message: 'must not be sent: the operation takes no body',
      },
    };
  switch (sent.form) {
    case 'MALFORMED':
      return { finding: { ...sent.finding, pointer: `/body${sent.finding.pointer}` } };
    case 'JSON':
      return { body: sent.value };
    case 'FIELDS':
      return { body: fieldsOf(sent.fields, schema) };
    default:
      return { body: 'text' in sent ? sent.text : '' };
  }
}
