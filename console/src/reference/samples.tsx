import { useState } from 'preact/hooks';
import { Button } from '../parts/button.tsx';
import type { DescribedOperation } from '../parts/operation-document.ts';
import { sampleOf } from '../parts/sample.ts';
import { Snippet } from '../parts/snippet.tsx';

interface SamplesProps {
  of: DescribedOperation;
  method: string;
}

const languages = [
  ['curl', curlOf],
  ['TypeScript', typescriptOf],
] as const;

/** How a program calls the operation. The credential comes from the environment. */
export function Samples(props: SamplesProps) {
  const [at, setAt] = useState(0);
  const write = languages[at]?.[1] ?? curlOf;
  return (
    <section class="samples">
      <h2>Samples</h2>
      <fieldset class="choices" aria-label="Language">
        {languages.map(([name], index) => (
          <Button
            key={name}
            look={index === at ? 'plain' : 'bare'}
            pressed={index === at}
            onClick={() => setAt(index)}
          >
            {name}
          </Button>
        ))}
      </fieldset>
      <Snippet text={write(props)} what="sample" />
    </section>
  );
}

function curlOf({ of, method }: SamplesProps): string {
  const body = bodyOf(of);
  return [
    `curl -X ${method} ${quoted(of.url)}`,
    `-H "Authorization: Bearer $${variableOf(of)}"`,
    ...(body ? [`-H ${quoted(`Content-Type: ${body.type}`)}`, `-d ${quoted(body.text)}`] : []),
  ].join(' \\\n  ');
}

function typescriptOf({ of, method }: SamplesProps): string {
  const body = bodyOf(of);
  const headers = [
    `authorization: \`Bearer \${process.env.${variableOf(of)}}\``,
    ...(body ? [`'content-type': ${JSON.stringify(body.type)}`] : []),
  ];
  return [
    `const answer = await fetch(${JSON.stringify(of.url)}, {`,
    `  method: '${method}',`,
    `  headers: { ${headers.join(', ')} },`,
    ...(body ? [`  body: ${JSON.stringify(body.text)},`] : []),
    '});',
  ].join('\n');
}

function bodyOf({ body, schemas }: DescribedOperation): { type: string; text: string } | null {
  const media = body?.media.find(({ type }) => /[/+]json$/.test(type)) ?? body?.media[0];
  if (!media) return null;
  return { type: media.type, text: JSON.stringify(media.example ?? sampleOf(media.schema, schemas)) };
}

function variableOf({ url }: DescribedOperation): string {
  if (new URL(url, location.origin).pathname.startsWith('/v1/sandbox/')) return 'SANDBOX_KEY';
  return 'ACCESS_TOKEN';
}

// POSIX shell: nothing is special between single quotes but the quote itself.
function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
