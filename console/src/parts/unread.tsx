import { Refused } from './refused.tsx';
import type { Refusal } from './refusal.ts';
import { Skeleton } from './empty.tsx';

interface UnreadProps {
  name: string;
  /** The choice so far, which the form sends unchanged. */
  chosen: readonly string[];
  refusal: Refusal | null;
  again: () => void;
}

/** In place of a choice whose options are not here: what was chosen stays chosen. */
export function Unread({ name, chosen, refusal, again }: UnreadProps) {
  return (
    <>
      {chosen.map((value) => (
        <input key={value} type="hidden" name={name} value={value} />
      ))}
      {refusal ? <Refused refusal={refusal} again={again} /> : <Skeleton rows={1} />}
    </>
  );
}
