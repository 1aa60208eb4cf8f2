import { SallyportError, type Finding } from './errors.ts';
import type { Incoming } from './exchange.ts';

/** Returns the JSON of an answer; undefined if it is none. */
export function jsonOf({ headers, text }: Incoming): unknown {
  if (!/^application\/(?:[\w.-]+\+)?json\b/i.test(headers.get('content-type') ?? '')) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Returns the server's refusal (RFC 9457), without the given secrets. */
export function errorOf(answer: Incoming, secrets: readonly string[], now: number): SallyportError {
  const { status, headers } = answer;
  const retryAfterSeconds = retryAfterIn(headers, now);
  const requestId = headers.get('x-request-id');
  const problem = (jsonOf(answer) ?? {}) as Partial<Record<string, unknown>>;
  const { code, title, message, errors, mayHaveTakenEffect, provider } = problem;
  if (typeof code !== 'string' || typeof message !== 'string')
    return new SallyportError(
      'unexpected_answer',
      `The answer with ${status} is not from a gateway. Check \`baseUrl\`.`,
      {
        status,
        requestId,
        retryAfterSeconds,
      },
    );
  const told = (text: string) => without(text, secrets);
  return new SallyportError(told(code), told(message), {
    status,
    requestId: told(textOf(problem['requestId']) ?? '') || requestId,
    retryAfterSeconds,
    title: typeof title === 'string' ? told(title) : null,
    errors: findingsIn(errors, told),
    provider: provider === undefined ? null : JSON.parse(told(JSON.stringify(provider))),
    mayHaveTakenEffect: typeof mayHaveTakenEffect === 'boolean' ? mayHaveTakenEffect : null,
  });
}

/** Returns the text with the secrets replaced. */
export function without(text: string, secrets: readonly string[]): string {
  return secrets.reduce((left, secret) => (secret ? left.replaceAll(secret, '…') : left), text);
}

function findingsIn(errors: unknown, told: (text: string) => string): Finding[] {
  if (!Array.isArray(errors)) return [];
  return errors.map((finding: Partial<Record<keyof Finding, unknown>> | null) => ({
    pointer: told(textOf(finding?.pointer) ?? ''),
    code: told(textOf(finding?.code) ?? ''),
    message: told(textOf(finding?.message) ?? ''),
  }));
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

// RFC 9110 §10.2.3: seconds, or a date.
function retryAfterIn(headers: Headers, now: number): number | null {
  const given = headers.get('retry-after')?.trim() ?? '';
  if (/^\d{1,9}$/.test(given)) return Number(given);
  const time = Date.parse(given);
  return Number.isNaN(time) ? null : Math.max(0, Math.ceil((time - now) / 1000));
}
