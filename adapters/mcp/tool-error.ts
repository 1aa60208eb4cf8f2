import type { CallToolResultSchema } from '@modelcontextprotocol/core';
import type { z } from 'zod';
import { refusalBody, refusalOf, type Refusal } from '../../schema/values/errors.ts';
import type { Call } from './protocol.ts';

/** Where a program finds what the text says to the model. */
export const problemMetaKey = 'sallyport/problem';

/**
 * A refusal as what a tool answers, so that the model reads what is wrong and what it can do: the words in the text, the code and
 * the rest in `_meta`. What is our own failure is none, and goes on as it is.
 */
export function toldToModel(error: unknown, { ctx }: Call): z.input<typeof CallToolResultSchema> {
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
