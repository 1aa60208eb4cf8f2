import { useMemo } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { useAddress } from '../app/screen.tsx';
import { randomId, send } from '../app/write.ts';
import { Dialog } from '../parts/dialog.tsx';
import { Choice } from '../parts/field.tsx';
import { Form, textOf } from '../parts/form.tsx';
import { BehaviorFields, behaviorOf } from './behavior-fields.tsx';
import { DocumentField, documentOf } from './document-field.tsx';
import { CreateVersionDocument } from './documents.generated.ts';
import { Pointers } from './pointers.tsx';
import type { ProductDialog, VersionRow } from './product-data.ts';
import { versionFields } from './words.ts';

/** Drafts a version from a document. */
export function CreateVersion({
  of,
  versions,
  onClose,
}: ProductDialog & { versions: readonly VersionRow[] }) {
  const { route } = useLocation();
  const address = useAddress();
  // From when the form opened: a second click creates no second draft.
  const idempotencyKey = useMemo(randomId, []);
  const majors = [...new Set(versions.map(({ major }) => major))].toSorted((a, b) => b - a);
  const latest = majors[0] ?? 0;
  const create = async (data: FormData) => {
    const major = textOf(data, 'major');
    const input = {
      productId: of.id,
      document: documentOf(data) ?? '',
      ...(major && { major: Number(major) }),
      ...behaviorOf(data),
    };
    const { createApiProductVersion: made } = await send(
      CreateVersionDocument,
      { input },
      { idempotencyKey },
    );
    if (made) route(address(`products/${of.id}/${made.apiProductVersion.id}`));
  };
  return (
    <Dialog title={`Draft a version of ${of.name}`} onClose={onClose}>
      <Form act="Draft the version" onSend={create} onCancel={onClose}>
        {(refusal) => (
          <>
            <DocumentField
              request={{ method: 'POST', path: `products/${of.id}/versions` }}
              refusal={refusal}
            />
            {latest > 0 && (
              <Choice
                label="Major"
                name="major"
                hint="A change that breaks callers needs another major."
                options={[
                  ...majors.map((major) => [String(major), `The next version of v${major}`] as const),
                  [String(latest + 1), `The first version of v${latest + 1}`] as const,
                ]}
                value={String(latest)}
                refusal={refusal}
              />
            )}
            <BehaviorFields refusal={refusal} />
            <Pointers of={refusal} caption="What the server found" without={versionFields} />
          </>
        )}
      </Form>
    </Dialog>
  );
}
