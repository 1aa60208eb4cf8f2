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
  onClick?: () => void;
}

export function Button({
  children,
  icon,
  hint,
  label,
  look = 'plain',
  type = 'button',
  ...rest
}: ButtonProps) {
  return (
    <button
      class={`button ${look}`}
      type={type}
      aria-label={label}
      title={label}
      aria-keyshortcuts={hint}
      {...rest}
    >
      {icon && <Icon name={icon} />}
      {children}
      {hint && <kbd aria-hidden="true">{hint}</kbd>}
    </button>
  );
}
