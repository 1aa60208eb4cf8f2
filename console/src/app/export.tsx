import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import { useState } from 'preact/hooks';
import { announce } from '../parts/announce.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Choice } from '../parts/field.tsx';
import { Form, textOf } from '../parts/form.tsx';
import { Refusal, unreachable, type RefusalBody } from '../parts/refusal.ts';
import { Act } from './act.tsx';
import { client } from './client.ts';
import { useRead } from './read.ts';

interface ExportProps<Data, Variables> {
  needs: string;
  /** The list of REST, such as `/api/console/audit`. */
  path: string;
  /** The filters of the screen, as REST takes them. */
  query: Readonly<Record<string, string>>;
  /** Counts the rows with the same filters. */
  document: TypedDocumentNode<Data, Variables>;
  variables: Variables;
  /** Null if there are too many to count. */
  countOf: (data: Data) => number | null | undefined;
}

const formats = [
  ['csv', 'CSV, for spreadsheets'],
  ['ndjson', 'NDJSON, a line of JSON for each row'],
] as const;

/** Exports the rows of a list with the filters of the screen. */
export function Export<Data, Variables extends Record<string, unknown>>(props: ExportProps<Data, Variables>) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Act needs={props.needs} icon="download" onClick={() => setOpen(true)}>
        Export
      </Act>
      {isOpen && <Choose {...props} onClose={() => setOpen(false)} />}
    </>
  );
}

function Choose<Data, Variables extends Record<string, unknown>>({
  path,
  query,
  document: counting,
  variables,
  countOf,
  onClose,
}: ExportProps<Data, Variables> & { onClose: () => void }) {
  const { data } = useRead(counting, variables);
  const save = async (form: FormData) => {
    const search = new URLSearchParams({ ...query, format: textOf(form, 'format') ?? 'csv' });
    await download(`${path}/export?${search.toString()}`);
    announce('The file is downloaded.');
    onClose();
  };
  return (
    <Dialog title="Export" onClose={onClose}>
      <Form act="Download" onSend={save} onCancel={onClose}>
        {() => (
          <>
            <p role="status">{data ? sentenceOf(countOf(data)) : 'Counting the rows…'}</p>
            <Choice label="Format" name="format" options={formats} />
            <p class="quiet small">
              The file has the rows that exist now, oldest first, with the filters of this screen. The audit
              log notes the export.
            </p>
          </>
        )}
      </Form>
    </Dialog>
  );
}

function sentenceOf(count: number | null | undefined): string {
  if (count === 1) return '1 row matches.';
  return typeof count === 'number'
    ? `${count.toLocaleString('en')} rows match.`
    : 'More than 10,000 rows match.';
}

/** Saves an answer as a file. A link alone would send no token. Throws a Refusal, also if the answer breaks off. */
async function download(path: string): Promise<void> {
  const { answer, blob } = await receive(path);
  if (!answer.ok) throw new Refusal(JSON.parse(await blob.text()) as Partial<RefusalBody>);
  const [, name = 'export'] =
    /filename="([^"]+)"/.exec(answer.headers.get('content-disposition') ?? '') ?? [];
  const address = URL.createObjectURL(blob);
  Object.assign(document.createElement('a'), { href: address, download: name }).click();
  // The browser reads it after the click.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

async function receive(path: string): Promise<{ answer: Response; blob: Blob }> {
  try {
    const answer = await client.value.request(path);
    return { answer, blob: await answer.blob() };
  } catch (error) {
    throw error instanceof Refusal ? error : unreachable();
  }
}
