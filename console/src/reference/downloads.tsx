import { useState } from 'preact/hooks';
import { client, refusalOf } from '../app/client.ts';
import { Button } from '../parts/button.tsx';
import { Refused } from '../parts/refused.tsx';
import { Refusal } from '../parts/refusal.ts';
import { Snippet } from '../parts/snippet.tsx';
import { ReferenceWholeDocument } from './documents.generated.ts';
import { variablesOf, type Reader } from './reader.ts';

/** The OpenAPI document for the reader, as a file, and by its address. */
export function Downloads({ of: reader }: { of: Reader }) {
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const download = async () => {
    setRefusal(null);
    try {
      save(await documentFor(reader));
    } catch (error) {
      setRefusal(error instanceof Refusal ? error : new Refusal({}));
    }
  };
  return (
    <details class="downloads">
      <summary>OpenAPI documents</summary>
      <div class="buttons">
        <Button onClick={() => void download()}>Download openapi.json</Button>
        <a class="button" href="/openapi.json" target="_blank" rel="noreferrer">
          The public openapi.json
        </a>
      </div>
      {refusal && <Refused refusal={refusal} />}
      <p class="quiet">The same document, as JSON or YAML, for programs:</p>
      <Snippet
        text={`curl '${location.origin}${addressOf(reader)}' -H 'Authorization: Bearer <accessToken>'`}
      />
    </details>
  );
}

function addressOf(reader: Reader): string {
  const { audience, ...rest } = variablesOf(reader);
  const query = new URLSearchParams({ audience: audience.toLowerCase(), ...rest });
  return `/api/developer-portal/reference/openapi.yaml?${query.toString()}`;
}

async function documentFor(reader: Reader): Promise<unknown> {
  const { urql } = client.value;
  // It may have megabytes, so no cache holds it.
  const { data, error } = await urql.query(ReferenceWholeDocument, variablesOf(reader), {
    requestPolicy: 'network-only',
  });
  if (error) throw refusalOf(error);
  return data?.reference?.document;
}

function save(document: unknown): void {
  const blob = new Blob([JSON.stringify(document, null, 2)], { type: 'application/json' });
  const link = window.document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = 'openapi.json';
  link.click();
  // After the browser has taken it.
  setTimeout(() => URL.revokeObjectURL(link.href));
}
