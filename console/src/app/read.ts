import { useEffect, useMemo, useState } from 'preact/hooks';
import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import type { Refusal } from '../parts/refusal.ts';
import { changes } from './changes.ts';
import { client, refusalOf } from './client.ts';
import { oldReads } from './old-reads.tsx';

export interface Read<Data> {
  /** What the cache or the server has; undefined before the first answer. */
  data: Data | undefined;
  refusal: Refusal | null;
  /** Whether newer data is on its way. */
  isWaiting: boolean;
  again: () => void;
}

/** When what could not be read again is read again. */
const retryMs = 10_000;

const nothing = { data: undefined, refusal: null, isWaiting: true, isOld: false };

interface Answer<Data> extends Omit<Read<Data>, 'again'> {
  /** Whether the data is from an earlier answer than the refusal. */
  isOld?: boolean;
  /** What was read. */
  of: unknown;
}

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
  const of = useMemo(() => ({ urql, document, name }), [urql, document, name]);
  const [answer, setAnswer] = useState<Answer<Data>>({ ...nothing, of });
  useEffect(() => {
    if (isPaused) return () => {};
    const requestPolicy = tries === 0 ? 'cache-and-network' : 'network-only';
    const subscription = of.urql
      .query(of.document, JSON.parse(of.name) as Variables, { requestPolicy })
      .subscribe(({ data, error, stale, hasNext }) => {
        setAnswer((before) => {
          // After a failure, what was there stays.
          const earlier = !data && error && before.of === of ? before.data : undefined;
          return {
            of,
            data: data ?? earlier,
            refusal: error ? refusalOf(error) : null,
            isWaiting: stale || hasNext,
            isOld: earlier !== undefined,
          };
        });
      });
    return () => subscription.unsubscribe();
  }, [of, isPaused, tries, version]);
  const again = useMemo(() => () => setTries((count) => count + 1), []);
  // The answer to another question is no answer to this one.
  const { data, refusal, isWaiting, isOld = false } = answer.of === of ? answer : nothing;
  useEffect(() => {
    if (!isOld || !refusal) return () => {};
    const it = { refusal, again };
    oldReads.value = new Set([...oldReads.peek(), it]);
    const timer = setTimeout(again, retryMs);
    return () => {
      clearTimeout(timer);
      oldReads.value = new Set([...oldReads.peek()].filter((other) => other !== it));
    };
  }, [isOld, refusal, again]);
  return { data, refusal, isWaiting, again };
}
