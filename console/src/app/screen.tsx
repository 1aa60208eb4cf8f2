import type { ComponentChildren } from 'preact';
import { useLocation, useRoute } from 'preact-iso/router';
import { Icon } from '../parts/icon.tsx';
import { useKeys } from './keys.ts';
import { Heading } from './heading.tsx';
import { OldReads } from './old-reads.tsx';

interface ScreenProps {
  /** The name of the tab, and the heading unless `heading` is another. */
  name: string;
  /** What stands above the heading. */
  above?: ComponentChildren;
  /** The list that this belongs to; Escape leads there. */
  up?: { name: string; href: string };
  /** Buttons beside the heading. */
  acts?: ComponentChildren;
  children: ComponentChildren;
}

/** The frame of a screen: where it belongs, its heading and what can be done. */
export function Screen({ name, above, up, acts, children }: ScreenProps) {
  const { route } = useLocation();
  useKeys(up ? { Escape: () => route(up.href) } : {});
  return (
    <div class="screen">
      {up && (
        <a class="up" href={up.href}>
          <Icon name="back" /> {up.name}
        </a>
      )}
      <header>
        <div>
          {above && <p class="above quiet small">{above}</p>}
          <Heading name={name} />
        </div>
        {acts && <div class="buttons">{acts}</div>}
      </header>
      <OldReads />
      {children}
    </div>
  );
}

/** Returns the address of a place of the workspace on screen. */
export function useAddress(): (path: string) => string {
  const { workspace = '' } = useRoute().params;
  return (path) => `/console/${workspace}/${path}`;
}
