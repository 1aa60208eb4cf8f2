import type { Context } from '../../kernel/context.ts';
import { refuse } from '../../values/errors.ts';
import { maxReadings, maxReadingsOfAll } from './rules.ts';

/**
 * Takes a place for the reading or the comparison of documents, which may take seconds that other workspaces need
 * too. Throws `rate_limited` if too many of the workspace, or of all, are in progress.
 */
export function takePlaces({ places, workspaceId }: Context): Disposable {
  const stack = new DisposableStack();
  const take = (key: string, most: number, whose: string) => {
    const place = places.take(`product-document${key}`, most);
    if (place) return stack.use(place);
    stack.dispose();
    throw refuse(
      'rate_limited',
      `The server already reads or compares ${most} documents${whose}. Repeat the request in a second.`,
      { retryAfterSeconds: 1 },
    );
  };
  take(`/${workspaceId}`, maxReadings, ' of the workspace');
  take('', maxReadingsOfAll, '');
  return stack;
}
