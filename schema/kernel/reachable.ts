import type { Context } from './context.ts';
import { EgressFailure } from './ports/egress.ts';
import { refuse } from '../values/errors.ts';

/** Throws `url_not_allowed` if the URL alone shows that no request of the server goes there. */
export function assertReachable(
  { receivers }: Pick<Context, 'receivers'>,
  url: string,
  pointer: string,
): void {
  try {
    receivers.assertAllowed(new URL(url));
  } catch (cause) {
    if (!(cause instanceof EgressFailure)) throw cause;
    const errors = [{ pointer, code: 'url_not_allowed', message: 'is not an allowed address' }];
    throw refuse('url_not_allowed', cause.message, { cause, errors });
  }
}
