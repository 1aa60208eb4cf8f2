import { Icon } from './icon.tsx';
import { looks, type Look } from './looks.ts';

type Looks = typeof looks;

/** A state as icon, word and hue. */
export function Status<Kind extends keyof Looks>({ of, is }: { of: Kind; is: keyof Looks[Kind] & string }) {
  const [icon, word, hue] = lookOf(of, is);
  return (
    <span class={`status ${hue}`}>
      <Icon name={icon} />
      {word}
    </span>
  );
}

function lookOf(of: keyof Looks, is: string): Look {
  return (looks[of] as Record<string, Look>)[is] ?? ['unknown', is, 'quiet'];
}
