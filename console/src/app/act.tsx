import type { ComponentChildren } from 'preact';
import { useId, useState } from 'preact/hooks';
import { wordsOf } from '../parts/actor.ts';
import { announce } from '../parts/announce.tsx';
import { Button } from '../parts/button.tsx';
import type { IconName } from '../parts/icons.generated.ts';
import { Refusal } from '../parts/refusal.ts';
import { Sentence } from '../parts/sentence.tsx';
import { may, me } from './me.ts';

interface ActProps {
  /** The permission for it. */
  needs: string;
  /** Why it is not possible now, although the person may do it; null if it is. */
  obstacle?: string | null | undefined;
  icon?: IconName;
  look?: 'primary' | 'plain' | 'danger';
  /** A Refusal that it throws is shown below the button. */
  onClick: () => void | Promise<void>;
  children: ComponentChildren;
}

/** A button that says why it does nothing, where the person lacks the permission or the state forbids it. */
export function Act({ needs, obstacle, onClick, children, ...rest }: ActProps) {
  const [isAsked, setAsked] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const id = useId();
  const role = wordsOf(me.value?.member?.role ?? '');
  const why = may(needs)
    ? obstacle
    : `It needs \`${needs}\`, which the role ${role} does not have. An owner or administrator can do it.`;
  const run = async () => {
    try {
      setRefusal(null);
      await onClick();
    } catch (error) {
      const { message } = error instanceof Refusal ? error : new Refusal({});
      setRefusal(message);
      announce(message, { isUrgent: true });
    }
  };
  if (!why)
    return (
      <span class="closed">
        <Button onClick={() => void run()} {...rest}>
          {children}
        </Button>
        {refusal && <span class="error small">{refusal}</span>}
      </span>
    );
  const explain = () => {
    setAsked(true);
    announce(why.replaceAll('`', ''));
  };
  return (
    <span class="closed">
      <Button onClick={explain} describedBy={id} isClosed {...rest}>
        {children}
      </Button>
      <span id={id} class={isAsked ? 'why' : 'unseen'}>
        <Sentence text={why} />
      </span>
    </span>
  );
}
