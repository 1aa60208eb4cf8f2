import type { ComponentChildren } from 'preact';
import { Icon } from './icon.tsx';
import type { IconName } from './icons.generated.ts';

interface ButtonProps {
  children: ComponentChildren;
  icon?: IconName;
  /** The key that does the same. */
  hint?: string;
  look?: 'primary' | 'plain' | 'danger' | 'bare';
  /** The name for screen readers, if the content is only a picture. */
  label?: string;
  type?: 'button' | 'submit';
  disabled?: boolean;
  /** Whether it is the chosen one of several. */
  pressed?: boolean;
  /** Whether it only explains why it does nothing. */
  isClosed?: boolean;
  /** The id of its explanation. */
  describedBy?: string;
  onClick?: () => void;
}

export function Button({
  children,
  icon,
  hint,
  label,
  look = 'plain',
  type = 'button',
  pressed,
  isClosed,
  describedBy,
  ...rest
}: ButtonProps) {
  return (
    <button
      class={`button ${look}`}
      type={type}
      aria-label={label}
      title={label}
      aria-keyshortcuts={hint}
      aria-pressed={pressed}
      aria-disabled={isClosed}
      aria-describedby={describedBy}
      {...rest}
    >
      {icon && <Icon name={icon} />}
      {children}
      {hint && <kbd aria-hidden="true">{hint}</kbd>}
    </button>
  );
}
