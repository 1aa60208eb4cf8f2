import type { Context } from '../../kernel/context.ts';
import { refuse } from '../../values/errors.ts';
import { documentPlaces } from './rules.ts';

/**
 * Takes a place for the work with documents, which may take seconds that other workspaces need too. Throws
 * `rate_limited` if too many of the workspace, or of all, are in progress.
 */
export function takePlaces(
  { places, workspaceId }: Context,
  deed: keyof typeof documentPlaces = 'reads or compares',
): Disposable {
  const stack = new DisposableStack();
  const take = (key: string, most: number, whose: string) => {
    const place = places.take(`documents/${deed}${key}`, most);
    if (place) return stack.use(place);
    stack.dispose();
    throw refuse(
      'rate_limited',
      `The server already ${deed} ${most} documents${whose}. Repeat the request in a second.`,
      { retryAfterSeconds: 1 },
    );
  };
  const { ofWorkspace, ofAll } = documentPlaces[deed];
  take(`/${workspaceId}`, ofWorkspace, ' of the workspace');
  take('', ofAll, '');
  return stack;
}
