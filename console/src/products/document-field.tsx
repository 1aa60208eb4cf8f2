import { useId, useState } from 'preact/hooks';
import { announce } from '../parts/announce.tsx';
import type { Refusal } from '../parts/refusal.ts';
import { Snippet } from '../parts/snippet.tsx';

interface DocumentFieldProps {
  /** The request of REST that takes the same form. It accepts larger documents than the console can send. */
  request: { method: 'POST' | 'PATCH'; path: string };
  /** Whether an empty field leaves the document as it is. */
  isOptional?: boolean;
  refusal: Refusal | null;
}

/** The server takes no larger document. */
const maxBytes = 4 * 2 ** 20;

/** An OpenAPI document: from a file, which the browser reads, or pasted. */
export function DocumentField({ request, isOptional = false, refusal }: DocumentFieldProps) {
  const id = useId();
  const [text, setText] = useState('');
  const [failure, setFailure] = useState<string | null>(null);
  const read = async (file: File | undefined) => {
    if (!file) return;
    const found = await textIn(file);
    setFailure(found.failure);
    if (found.text === null) return announce(found.failure ?? '', { isUrgent: true });
    setText(found.text);
    announce(`${file.name} was read.`);
  };
  const finding = refusal?.findings.find(({ pointer }) => pointer === '/document');
  const error = failure ?? finding?.message;
  return (
    <>
      <div class="field">
        <label htmlFor={`${id}-file`}>
          File<span class="quiet"> optional</span>
        </label>
        <input
          id={`${id}-file`}
          type="file"
          accept=".json,.yaml,.yml,application/json,application/yaml"
          onChange={({ currentTarget }) => void read(currentTarget.files?.[0])}
        />
      </div>
      <div class="field">
        <label htmlFor={id}>Document{isOptional && <span class="quiet"> optional</span>}</label>
        <textarea
          id={id}
          name="document"
          rows={8}
          spellcheck={false}
          required={!isOptional}
          value={text}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-hint ${id}-error` : `${id}-hint`}
          onInput={({ currentTarget }) => setText(currentTarget.value)}
        />
        <p class="quiet" id={`${id}-hint`}>
          OpenAPI 3.0 or 3.1, in JSON or YAML, up to 4 MiB and 500 operations.
          {isOptional && ' Empty, the document stays as it is.'}
        </p>
        {error && (
          <p class="error" id={`${id}-error`}>
            {error}
          </p>
        )}
      </div>
      {refusal?.code === 'payload_too_large' && (
        <div>
          <p>The console cannot send a document of this size. Send it by REST:</p>
          <Snippet text={commandOf(request)} />
        </div>
      )}
    </>
  );
}

function commandOf({ method, path }: DocumentFieldProps['request']): string {
  return `node -p 'JSON.stringify({ document: fs.readFileSync("shop.yaml", "utf8") })' | curl -X ${method} ${location.origin}/api/console/${path} -H 'Authorization: Bearer <accessToken>' -H 'Content-Type: application/json' -d @-`;
}

async function textIn(file: File): Promise<{ text: string | null; failure: string | null }> {
  if (file.size > maxBytes) return { text: null, failure: `${file.name} has more than 4 MiB.` };
  try {
    // Anything but UTF-8 would be read as other characters than the file has.
    const text = new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer());
    return { text, failure: null };
  } catch {
    return { text: null, failure: `${file.name} is no text in UTF-8.` };
  }
}

/** Returns the document of a form, with the spaces that YAML reads; undefined if it is empty. */
export function documentOf(data: FormData): string | undefined {
  const value = data.get('document');
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}
