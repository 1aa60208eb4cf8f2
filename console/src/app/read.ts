import { useEffect, useMemo, useState } from 'preact/hooks';
import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import type { Refusal } from '../parts/refusal.ts';
import { changes } from './changes.ts';
import { client, refusalOf } from './client.ts';

export interface Read<Data> {
  /** What the cache or the server has; undefined before the first answer. */
  data: Data | undefined;
  refusal: Refusal | null;
  /** Whether newer data is on its way. */
  isWaiting: boolean;
  again: () => void;
}

type Answer<Data> = Omit<Read<Data>, 'again'>;

/** Reads a document while the component is on screen: from the cache first, then from the server. */
export function useRead<Data, Variables extends Record<string, unknown>>(
  document: TypedDocumentNode<Data, Variables>,
  variables: Variables,
  { isPaused = false } = {},
): Read<Data> {
  const { urql } = client.value;
  const name = JSON.stringify(variables);
  const version = changes.value;
  const [tries, setTries] = useState(0);
  const [answer, setAnswer] = useState<Answer<Data>>({ data: undefined, refusal: null, isWaiting: true });
  useEffect(() => {
    if (isPaused) return () => {};
    setAnswer((before) => ({ ...before, isWaiting: true }));
    const requestPolicy = tries === 0 ? 'cache-and-network' : 'network-only';
    const subscription = urql
      .query(document, JSON.parse(name) as Variables, { requestPolicy })
      .subscribe(({ data, error, stale, hasNext }) => {
        setAnswer((before) => ({
          // After a failure, what was there stays.
          data: data ?? (error ? before.data : undefined),
          refusal: error ? refusalOf(error) : null,
          isWaiting: stale || hasNext,
        }));
      });
    return () => subscription.unsubscribe();
  }, [urql, document, name, isPaused, tries, version]);
  const again = useMemo(() => () => setTries((count) => count + 1), []);
  return { ...answer, again };
}
