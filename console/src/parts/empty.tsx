import type { ComponentChildren } from 'preact';
import { Icon } from './icon.tsx';
import type { IconName } from './icons.generated.ts';

/** What a screen says while it has nothing to show: what belongs here, and how the first one is made. */
export function Empty({
  icon,
  title,
  children,
}: {
  icon: IconName;
  title: string;
  children: ComponentChildren;
}) {
  return (
    <div class="empty">
      <Icon name={icon} />
      <h2>{title}</h2>
      {children}
    </div>
  );
}

/** The shape of a list that is on its way. It appears only after a moment. */
export function Skeleton({ rows = 3 }: { rows?: number }) {
  return (
    <div class="skeleton" aria-hidden="true">
      {Array.from({ length: rows }, (_, at) => (
        <i key={at} />
      ))}
    </div>
  );
}
