import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import { Button } from './button.tsx';

interface DialogProps {
  title: string;
  onClose: () => void;
  /** Whether only a button inside closes it: what it shows cannot be shown again. */
  isGuarded?: boolean;
  children: ComponentChildren;
}

/** A window over the screen. It takes the focus, and gives it back when it closes. */
export function Dialog({ title, onClose, isGuarded = false, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    // Not the button that closes it, which comes first.
    element?.querySelector<HTMLElement>('.form :is(input:not([type=hidden]), select, textarea)')?.focus();
    return () => element?.close();
  }, []);
  const cancel = (event: Event) => {
    event.preventDefault();
    if (!isGuarded) onClose();
  };
  return (
    <dialog
      ref={dialog}
      class="dialog"
      aria-labelledby={id}
      onCancel={cancel}
      // A browser may close it all the same, after a second Escape.
      onClose={() => isGuarded && dialog.current?.showModal()}
    >
      <header>
        <h2 id={id}>{title}</h2>
        {!isGuarded && (
          <Button look="bare" icon="close" label="Close" onClick={onClose}>
            {null}
          </Button>
        )}
      </header>
      {children}
    </dialog>
  );
}
