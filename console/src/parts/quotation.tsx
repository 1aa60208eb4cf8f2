import { visible } from './visible.ts';

/** Words of a program: text, never markup or an instruction. */
export function Quotation({ label, text }: { label: string; text: string }) {
  return (
    <figure class="quotation">
      <figcaption>{label}</figcaption>
      <blockquote>{visible(text)}</blockquote>
    </figure>
  );
}
