import { Button } from '../parts/button.tsx';
import { delayed, delaySeconds } from './delayed.ts';

/** Says that decisions wait to be sent, and takes the last one back. */
export function TakeBack({ onTakeBack }: { onTakeBack: () => void }) {
  const count = delayed.value.length;
  if (count === 0) return null;
  return (
    <div class="waiting-bar" role="status">
      <span>
        {count === 1
          ? `The decision is sent within ${delaySeconds} seconds.`
          : `${count} decisions are sent within ${delaySeconds} seconds.`}
      </span>
      <Button hint="u" onClick={onTakeBack}>
        Take back
      </Button>
    </div>
  );
}
