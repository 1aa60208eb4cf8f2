import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { Icon } from '../parts/icon.tsx';
import { line } from './socket.ts';

const patienceMs = 3000;

/** Whether what is on screen follows the server, and since when it does not. */
export function LineOfSight() {
  const { value } = line;
  const now = useNow(value.is === 'connecting');
  if (value.is === 'live')
    return (
      <span class="sight live" title="Changes appear as they happen.">
        Live
      </span>
    );
  if (value.is === 'connecting') {
    const seconds = Math.max(0, Math.floor((now - value.since) / 1000));
    return (
      <span class="sight">{seconds * 1000 < patienceMs ? 'Connecting' : `Not live for ${seconds} s`}</span>
    );
  }
  return <span class="sight">Not live</span>;
}

/** Says after three seconds without a line that the screen may be old. */
export function OldScreen() {
  const { value } = line;
  const now = useNow(value.is === 'connecting');
  if (value.is !== 'connecting' || now - value.since < patienceMs) return null;
  return (
    <output class="notice wait">
      <Icon name="alert" />
      <div>
        <p>The live connection is interrupted, so this screen may be old. You can still decide.</p>
      </div>
    </output>
  );
}

function useNow(isTicking: boolean): number {
  const now = useSignal(0);
  useEffect(() => {
    now.value = Date.now();
    const timer = isTicking ? setInterval(() => (now.value = Date.now()), 500) : undefined;
    return () => clearInterval(timer);
  }, [isTicking, now]);
  return now.value;
}
