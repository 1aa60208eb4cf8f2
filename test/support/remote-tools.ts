import { inspect } from 'node:util';
import { RemoteToolsFailure, type ToolCall } from '../../schema/kernel/ports/remote-tools.ts';
import { publicFrontier } from '../../adapters/egress/destination.ts';
import { createEgress } from '../../adapters/egress/egress.ts';

/** An egress that may call this machine. */
export const egress = createEgress({ ...publicFrontier, allowedHosts: new Set(['127.0.0.1']) });

export const credential = 'canary-5c1e';
export const headers = { Authorization: `Bearer ${credential}` };

export function calling(tool: string, more: Partial<ToolCall> = {}): ToolCall {
  return {
    tool,
    inputSchema: { type: 'object' },
    arguments: {},
    bounds: { timeoutMs: 10_000, maxBytes: 2 ** 20 },
    ...more,
  };
}

/** Returns the failure. Throws if it or its causes contain `canary`. */
export async function failureOf(
  work: Promise<unknown>,
): Promise<Pick<RemoteToolsFailure, 'code' | 'message'>> {
  const error: unknown = await work.catch((it: unknown) => it);
  if (!(error instanceof RemoteToolsFailure))
    throw new Error('It did not fail as expected.', { cause: error });
  const all = inspect(error, { depth: 20, showHidden: true, maxStringLength: null, maxArrayLength: null });
  if (all.includes('canary')) throw new Error(`It tells what it must not: ${all}`);
  const { code, message } = error;
  return { code, message };
}
