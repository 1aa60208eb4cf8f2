import type { ComponentChildren } from 'preact';
import { useId, useState } from 'preact/hooks';
import { wordsOf } from '../parts/actor.ts';
import { announce } from '../parts/announce.tsx';
import { Button } from '../parts/button.tsx';
import type { IconName } from '../parts/icons.generated.ts';
import { may, me } from './me.ts';

interface ActProps {
  /** The permission for it. */
  needs: string;
  /** Why it is not possible now, although the person may do it; null if it is. */
  obstacle?: string | null | undefined;
  icon?: IconName;
  look?: 'primary' | 'plain' | 'danger';
  onClick: () => void;
  children: ComponentChildren;
}

/** A button that says why it does nothing, where the person lacks the permission or the state forbids it. */
export function Act({ needs, obstacle, onClick, children, ...rest }: ActProps) {
  const [isAsked, setAsked] = useState(false);
  const id = useId();
  const role = wordsOf(me.value?.member?.role ?? '');
  const why = may(needs)
    ? obstacle
    : `It needs ${needs}, which the role ${role} does not have. An owner or administrator can do it.`;
  if (!why)
    return (
      <Button onClick={onClick} {...rest}>
        {children}
      </Button>
    );
  const explain = () => {
    setAsked(true);
    announce(why);
  };
  return (
    <span class="closed">
      <Button onClick={explain} describedBy={id} isClosed {...rest}>
        {children}
      </Button>
      <span id={id} class={isAsked ? 'why' : 'unseen'}>
        {why}
      </span>
    </span>
  );
}
