import { useEffect, useState } from 'preact/hooks';
import { Button } from '../parts/button.tsx';
import { Icon } from '../parts/icon.tsx';

const pauseMs = 2000;

/** What stands for a screen that did not load: a new version has other files, or the server did not answer. */
export function NewVersion() {
  const isReachable = useIsReachable();
  if (isReachable === null) return null;
  if (!isReachable)
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
function useIsReachable(): boolean | null {
  const [isReachable, setReachable] = useState<boolean | null>(null);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const look = async (isAgain: boolean) => {
      const answer = await fetch('/console/', { method: 'HEAD', cache: 'no-store' }).catch(() => null);
      if (answer?.ok && isAgain) location.reload();
      setReachable(answer?.ok ?? false);
      if (!answer?.ok) timer = setTimeout(() => void look(true), pauseMs);
    };
    void look(false);
    return () => clearTimeout(timer);
  }, []);
  return isReachable;
}
