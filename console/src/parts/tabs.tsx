/** The parts of a screen. Each has its address. */
export function Tabs({
  label,
  of,
}: {
  label: string;
  of: readonly { word: string; href: string; isHere: boolean; count?: number | string | undefined }[];
}) {
  return (
    <nav class="tabs" aria-label={label}>
      {of.map(({ word, href, isHere, count }) => (
        <a key={word} href={href} aria-current={isHere ? 'true' : undefined}>
          {word} {count !== undefined && <b>{count}</b>}
        </a>
      ))}
    </nav>
  );
}
