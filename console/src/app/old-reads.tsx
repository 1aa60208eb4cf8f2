import { signal } from '@preact/signals';
import { Icon } from '../parts/icon.tsx';
import { Button } from '../parts/button.tsx';
import type { Refusal } from '../parts/refusal.ts';
import { Sentence } from '../parts/sentence.tsx';

export interface OldRead {
  refusal: Refusal;
  again: () => void;
}

/** What is on screen although it could not be read again. */
export const oldReads = signal<ReadonlySet<OldRead>>(new Set());

/** Says that what is on screen may be old, and why. */
export function OldReads() {
  const all = [...oldReads.value];
  const [first] = all;
  if (!first) return null;
  return (
    <output class="notice wait">
      <Icon name="alert" />
      <div>
        <p>
          What is on screen may be old. <Sentence text={first.refusal.message} />
        </p>
      </div>
      <Button onClick={() => all.forEach(({ again }) => again())}>Try again</Button>
    </output>
  );
}
