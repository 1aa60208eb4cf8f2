import { hasSingleKeys, theme, type Theme } from '../app/preferences.ts';
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
    </section>
  );
}
