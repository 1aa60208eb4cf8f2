import { RequestFailure } from '../../../../schema/kernel/request-failure.ts';
import { buildRequest } from '../../../../schema/connect/gateway/request.ts';
import type { HttpRequest } from '../../../../schema/kernel/ports/descriptions.ts';
import { operation, parameter } from './operation.ts';

const base = new URL('https://api.example.com/v1');
export const built = (said: Partial<HttpRequest>, args: Record<string, unknown> = {}, from = base) =>
  buildRequest(operation(said), args, from);
export const path = (template: string, ...names: string[]): Partial<HttpRequest> => ({
  path: template,
  parameters: names.map((name) => parameter('path', name)),
});

export function attempt<Result>(work: () => Result): Result | RequestFailure {
  try {
    return work();
  } catch (error) {
    if (error instanceof RequestFailure) return error;
    throw error;
  }
}

export function failureOf(work: () => unknown): RequestFailure {
  const failure = attempt(work);
  if (failure instanceof RequestFailure) return failure;
  throw new Error('It was not refused.');
}
