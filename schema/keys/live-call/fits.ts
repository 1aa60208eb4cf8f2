import { isUtf8 } from 'node:buffer';
import type { Context } from '../../kernel/context.ts';
import type { IncomingAnswer } from '../../kernel/ports/egress.ts';
import type { DescribedOperation } from '../../kernel/ports/product-descriptions.ts';
import { foreignJson } from '../../values/foreign-json.ts';
import { mediaTypeOf } from '../../values/media-type.ts';
import { isJson } from '../product-call/accept.ts';
import { conforms } from '../product-call/fit.ts';
import type { ServedVersion } from '../product-call/snapshot.ts';
import { contentOf } from '../product-call/whole-schema.ts';

interface Told {
  operation: DescribedOperation;
  version: ServedVersion;
  method: string;
  answer: IncomingAnswer;
}

/** Whether the version describes the answer. One that it does not is passed on as well. */
export async function fits(ctx: Context, { operation, version, method, answer }: Told): Promise<boolean> {
  const described = describedAnswer(operation, answer.status);
  if (!described) return false;
  if (method === 'HEAD') return true;
  const { contents } = described;
  if (contents.length === 0 || answer.body.length === 0) return contents.length === answer.body.length;
  const type = mediaTypeOf(answer.headers['content-type'] ?? null);
  const content = type === null ? null : contentOf(contents, type);
  if (!content || type === null) return false;
  if (!isJson(type)) return true;
  const value = isUtf8(answer.body) ? foreignJson(answer.body.toString()) : undefined;
  return value !== undefined && (await conforms(ctx, { operation, content, version }, value));
}

function describedAnswer({ answers }: DescribedOperation, status: number) {
  const names = [String(status), `${Math.floor(status / 100)}XX`, 'default'];
  return names.map((name) => answers.find((it) => it.status === name)).find((it) => it !== undefined);
}
