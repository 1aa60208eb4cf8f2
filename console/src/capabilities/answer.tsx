import { useEffect, useRef } from 'preact/hooks';
import { announce } from '../parts/announce.tsx';
import { Icon } from '../parts/icon.tsx';
import { Json } from '../parts/json.tsx';
import type { ReadCapabilityQuery } from './documents.generated.ts';

export type AnswerData = NonNullable<ReadCapabilityQuery['readCapability']>;

/** A provider's answer, as an agent sees it, and what the gateway changed in it. */
export function Answer({ of: answer }: { of: AnswerData }) {
  const notes = notesOn(answer);
  const top = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    top.current?.scrollIntoView({ block: 'start' });
    announce('The provider answered.');
  }, [answer]);
  return (
    <div class="answer">
      <h3 ref={top}>The answer</h3>
      {notes.length > 0 && (
        <div class="notice wait">
          <Icon name="alert" />
          <div>
            {notes.map((note) => (
              <p key={note}>{note}</p>
            ))}
          </div>
        </div>
      )}
      {answer.kind === 'NOTHING' ? (
        <p class="quiet">The provider answered without content.</p>
      ) : (
        <Json value={answer.data} />
      )}
    </div>
  );
}

function notesOn({ cut, removedCount, removedPointers, mismatches, missingFields, nextCursor }: AnswerData) {
  return [
    cut && cut.of > 0 && `It shows ${cut.shown} of ${cut.of} rows. ${cut.advice}`,
    cut && cut.of === 0 && cut.advice,
    removedCount > 0 &&
      `${removedCount === 1 ? 'One value looks' : `${removedCount} values look`} like a secret and was replaced: ${removedPointers.join(', ')}.`,
    missingFields.length > 0 && `The answer lacks ${missingFields.join(', ')}.`,
    ...mismatches.map((it) => `It differs from its schema: ${it}`),
    nextCursor && 'There is more: read again for the next page.',
  ].filter((note) => typeof note === 'string');
}
