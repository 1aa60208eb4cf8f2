import { Copy } from './copy.tsx';

/** A command or program to copy. */
export function Snippet({
  text,
  what = 'command',
  hidden,
  onCopy,
}: {
  text: string;
  what?: string;
  hidden?: string | undefined;
  onCopy?: () => void;
}) {
  // What is hidden is masked on screen, and copied whole.
  const shown = hidden ? text.replaceAll(hidden, '•'.repeat(12)) : text;
  return (
    <div class="snippet">
      <pre>{shown}</pre>
      <Copy text={text} what={what} {...(onCopy && { onCopy })} />
    </div>
  );
}
