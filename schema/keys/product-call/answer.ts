import type {
  DescribedAnswer,
  DescribedContent,
  DescribedOperation,
} from '../../kernel/ports/product-descriptions.ts';
import { validationFailed } from '../../values/errors.ts';
import { isJson, preferred } from './accept.ts';
import type { CallAnswer, SentCall } from '../../values/sent-call.ts';

export const exampleHeader = 'x-sandbox-example';

/**
 * Returns the answer that the version describes: the lowest success, with an example, or a sample. `alter` changes its
 * value.
 */
export function describedAnswer(
  operation: DescribedOperation,
  call: SentCall,
  alter = (value: unknown) => value,
): CallAnswer {
  const described = successOf(operation);
  if (!described) return { status: 200, headers: {}, body: null, conforms: true, ending: 'WHOLE' };
  const content = preferred(described.contents, call.headers['accept']);
  const status = statusOf(described);
  if (!content || status === 204 || status === 304)
    return { status, headers: {}, body: null, conforms: true, ending: 'WHOLE' };
  const found = valueOf(content, call.headers[exampleHeader]);
  return bodied(status, content, found && { ...found, value: alter(found.value) });
}

/** Returns the lowest 2xx, otherwise the first answer that is not an error, otherwise the first. */
export function successOf({ answers }: DescribedOperation): DescribedAnswer | null {
  const is = (form: RegExp) => answers.find(({ status }) => form.test(status));
  // 1xx are interim answers, after which a client waits for another one.
  return is(/^2/) ?? is(/^default$/) ?? is(/^3/) ?? is(/^[45]/) ?? null;
}

/** Returns the code for a described status, which may be a range or the default. */
export function statusOf({ status }: DescribedAnswer): number {
  return status === 'default' ? 200 : Number(status.replace('XX', '00'));
}

interface Value {
  value: unknown;
  isFit: boolean;
}

/** Returns the named example, otherwise the first one, otherwise the sample; null if there is none. */
export function valueOf({ examples, sample }: DescribedContent, name: string | undefined): Value | null {
  const example = name === undefined ? examples[0] : examples.find((it) => it.name === name);
  if (example) return { value: example.value, isFit: true };
  if (name !== undefined) throw unknownExample(examples.map((it) => it.name).filter((it) => it !== ''));
  return sample;
}

function unknownExample(names: readonly string[]) {
  const known =
    names.length > 0 ? `must be one of ${names.join(', ')}` : 'must be left out: the answer has no examples';
  return validationFailed([{ pointer: `/header/${exampleHeader}`, code: 'unknown_example', message: known }]);
}

/** Returns the answer with the value as its body. An unfit one says so in a header. */
export function bodied(
  status: number,
  { contentType, schema }: DescribedContent,
  value: Value | null,
): CallAnswer {
  const isText = typeof value?.value === 'string' && !isJson(contentType);
  const type = contentType.includes('*') ? (isText ? 'text/plain' : 'application/json') : contentType;
  const isWritable = isText || isJson(type);
  const isUnfit = value === null ? schema !== null : !value.isFit || !isWritable;
  return {
    status,
    headers: { 'content-type': type, ...(isUnfit && { 'sallyport-sample': 'unfit' }) },
    body: value === null || !isWritable ? '' : isText ? String(value.value) : JSON.stringify(value.value),
    conforms: !isUnfit,
    ending: 'WHOLE',
  };
}
