import { Button } from '../parts/button.tsx';
import { Icon } from '../parts/icon.tsx';

/** What stands for a screen that did not load. */
export function NewVersion() {
  return (
    <div class="empty">
      <Icon name="alert" />
      <h1>A new version is here</h1>
      <p>This page is from before an upgrade of the server, or the connection was interrupted.</p>
      <Button look="primary" onClick={() => location.reload()}>
        Reload the page
      </Button>
    </div>
  );
}
