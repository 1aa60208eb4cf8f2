import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Button } from '../parts/button.tsx';
import { changed } from './changes.ts';
import { client } from './client.ts';

interface TailProps<Data, Variables> {
  /** A subscription whose messages change the list. */
  document: TypedDocumentNode<Data, Variables>;
  /** Null before the subscription can begin. */
  variables: Variables | null;
  /** The id of what a message is about. */
  idOf: (data: Data) => string | undefined;
  /** What arrived while the list stood still: "new" or "changed". */
  word: string;
  children: (isPaused: boolean) => ComponentChildren;
}

type Reason = 'hovered' | 'focused' | 'away';

/** A live list. It stands still while a person reads it: hovered, focused or scrolled away. */
export function Tail<Data, Variables extends Record<string, unknown>>(props: TailProps<Data, Variables>) {
  const { document, variables, idOf, word, children } = props;
  const [reasons, setReasons] = useState<ReadonlySet<Reason>>(new Set());
  const [missed, setMissed] = useState<ReadonlySet<string>>(new Set());
  const top = useRef<HTMLDivElement>(null);
  const isPaused = reasons.size > 0;
  const set = (reason: Reason, is: boolean) => setReasons((before) => withReason(before, reason, is));
  const reset = () => {
    setReasons(new Set());
    top.current?.scrollIntoView({ block: 'center' });
  };
  useLine(document, variables, (data) => {
    const id = idOf(data);
    if (id && isPaused) setMissed((before) => new Set([...before, id]));
  });
  useEffect(() => {
    if (!isPaused) setMissed(new Set());
  }, [isPaused]);
  useEffect(() => {
    const watch = new IntersectionObserver(([entry]) => set('away', entry?.isIntersecting === false));
    if (top.current) watch.observe(top.current);
    return () => watch.disconnect();
  }, []);
  return (
    <div class="tail">
      <div ref={top} />
      {missed.size > 0 && (
        <div class="missed">
          <Button look="primary" onClick={reset}>
            {missed.size} {word}
          </Button>
        </div>
      )}
      <div
        // A finger does not hover.
        onPointerEnter={({ pointerType }) => set('hovered', pointerType === 'mouse')}
        onPointerLeave={() => set('hovered', false)}
        onFocusIn={() => set('focused', true)}
        onFocusOut={() => set('focused', false)}
      >
        {children(isPaused)}
      </div>
    </div>
  );
}

/** Follows a subscription while the component is on screen. What is on screen is read again after each message. */
export function useLine<Data, Variables extends Record<string, unknown>>(
  document: TypedDocumentNode<Data, Variables>,
  variables: Variables | null,
  onMessage: (data: Data) => void = () => {},
): void {
  const { urql } = client.value;
  const name = JSON.stringify(variables);
  const latest = useRef(onMessage);
  latest.current = onMessage;
  useEffect(() => {
    const known = JSON.parse(name) as Variables | null;
    if (!known) return () => {};
    const subscription = urql.subscription(document, known).subscribe(({ data }) => {
      if (data) latest.current(data);
      changed();
    });
    return () => subscription.unsubscribe();
  }, [urql, document, name]);
}

function withReason(before: ReadonlySet<Reason>, reason: Reason, is: boolean): ReadonlySet<Reason> {
  if (before.has(reason) === is) return before;
  const after = new Set(before);
  if (is) after.add(reason);
  else after.delete(reason);
  return after;
}
