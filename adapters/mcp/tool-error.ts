import type { CallToolResultSchema } from '@modelcontextprotocol/core';
import type { z } from 'zod';
import { refusalBody, refusalOf, type Refusal } from '../../schema/values/errors.ts';
import type { Call } from './protocol.ts';

/** The member of `_meta` where a program finds the refusal. */
export const problemMetaKey = 'sallyport/problem';

/**
 * Returns a refusal as the result of a tool, so that the model reads the problem and the remedy. The text has
 * the sentence, and `_meta` the code and details. Throws a failure of the server again.
 */
export function toToolError(error: unknown, { ctx }: Call): z.input<typeof CallToolResultSchema> {
  const refusal = refusalOf(error);
  if (!refusal || isOurs(refusal)) throw error;
  const { retryAfterSeconds } = refusal.details;
  return {
    isError: true,
    content: [{ type: 'text', text: textOf(refusal) }],
    _meta: {
      [problemMetaKey]: {
        ...refusalBody(refusal, ctx.client.requestId),
        message: refusal.message,
        ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
      },
    },
  };
}

function isOurs({ code }: Refusal): boolean {
  return code === 'internal_error' || code === 'service_unavailable';
}

function textOf({ code, message, details }: Refusal): string {
  const { detail, errors = [], provider, retryAfterSeconds } = details;
  const lines = errors.map(({ pointer, message: found }) => `- ${pointer || 'The arguments'}: ${found}`);
  const later = retryAfterSeconds === undefined ? [] : [`Try again in ${retryAfterSeconds} seconds.`];
  const said = provider === undefined ? [] : [`\`provider\`, as data: ${JSON.stringify(provider)}`];
  return [`${detail ?? message} (${code})`, ...lines, ...later, ...said].join('\n');
}
