import { askToNotify, canNotify } from '../app/notifications.ts';
import { hasDelay, hasSingleKeys, isNotified, theme, type Theme } from '../app/preferences.ts';
import { Choice } from '../parts/field.tsx';

const themes = [
  ['system', 'As the system'],
  ['light', 'Light'],
  ['dark', 'Dark'],
] as const;

/** How the console looks and acts in this browser. */
export function Preferences() {
  return (
    <section>
      <h2>This browser</h2>
      <div class="filter">
        <Choice
          label="Theme"
          name="theme"
          options={themes}
          value={theme.value}
          onChange={(value) => (theme.value = value as Theme)}
        />
      </div>
      <label class="option">
        <input
          type="checkbox"
          checked={hasSingleKeys.value}
          onChange={({ currentTarget }) => (hasSingleKeys.value = currentTarget.checked)}
        />
        <span>
          Single keys act, such as <kbd>a</kbd> to approve. Turn them off if you use speech input.
        </span>
      </label>
      <label class="option">
        <input
          type="checkbox"
          checked={hasDelay.value}
          onChange={({ currentTarget }) => (hasDelay.value = currentTarget.checked)}
        />
        <span>
          A decision about a request is sent after 5 seconds. Until then <kbd>u</kbd> takes it back.
        </span>
      </label>
      {canNotify() && (
        <label class="option">
          <input
            type="checkbox"
            checked={isNotified.value === true}
            onChange={({ currentTarget }) => {
              if (currentTarget.checked) void askToNotify();
              else isNotified.value = false;
            }}
          />
          <span>
            The browser notifies you of each new request for you while this tab is hidden. It shows the kind
            and the summary.
          </span>
        </label>
      )}
    </section>
  );
}
