import { useEffect, useState } from 'preact/hooks';
import { Button } from '../parts/button.tsx';
import { Icon } from '../parts/icon.tsx';
import { isReachable } from '../parts/instance.ts';

const pauseMs = 2000;

/** What stands for a screen that did not load: a new version has other files, or the server did not answer. */
export function NewVersion() {
  const answers = useAnswers();
  if (answers === null) return null;
  if (!answers)
    return (
      <div class="empty">
        <Icon name="alert" />
        <h1>The server did not answer</h1>
        <p>This screen could not be loaded. It is loaded as soon as the server answers.</p>
      </div>
    );
  return (
    <div class="empty">
      <Icon name="alert" />
      <h1>A new version is here</h1>
      <p>This page is from before an upgrade of the server. Its other screens need the new version.</p>
      <Button look="primary" onClick={() => location.reload()}>
        Reload the page
      </Button>
    </div>
  );
}

/** Whether the server answers; null before that is known. Reloads the page when it answers again. */
function useAnswers(): boolean | null {
  const [answers, setAnswers] = useState<boolean | null>(null);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let hasLeft = false;
    const look = async (isAgain: boolean) => {
      const isHere = await isReachable();
      if (hasLeft) return;
      if (isHere && isAgain) {
        location.reload();
        return;
      }
      setAnswers(isHere);
      if (!isHere) timer = setTimeout(() => void look(true), pauseMs);
    };
    void look(false);
    return () => {
      hasLeft = true;
      clearTimeout(timer);
    };
  }, []);
  return answers;
}
