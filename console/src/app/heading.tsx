import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { title } from './title.ts';
import { visible } from '../parts/visible.ts';

/** The heading of a screen. It gets the focus when the screen opens, and names the tab. */
export function Heading({ children, name }: { children?: ComponentChildren; name: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    title.value = visible(name);
    heading.current?.focus({ preventScroll: true });
  }, [name]);
  return (
    <h1 ref={heading} tabIndex={-1}>
      {children ?? visible(name)}
    </h1>
  );
}
