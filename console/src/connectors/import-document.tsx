import { send } from '../app/write.ts';
import { Dialog } from '../parts/dialog.tsx';
import { Area } from '../parts/field.tsx';
import { Form, textOf } from '../parts/form.tsx';
import type { ConnectorData } from './connector-data.ts';
import { ImportConnectorDocument } from './documents.generated.ts';

/** Imports a newer description of an uploaded one. */
export function ImportDocument({ of: { id, name }, onClose }: { of: ConnectorData; onClose: () => void }) {
  const again = async (data: FormData) => {
    await send(ImportConnectorDocument, { input: { id, document: textOf(data, 'document') ?? '' } });
    onClose();
  };
  return (
    <Dialog title={`Import ${name} again`} onClose={onClose}>
      <Form act="Import again" onSend={again} onCancel={onClose}>
        {(refusal) => (
          <>
            <p>The server compares it with the one before, and marks the capabilities that changed.</p>
            <Area
              label="Document"
              name="document"
              hint="OpenAPI 3.0 or 3.1, in JSON or YAML."
              rows={10}
              refusal={refusal}
            />
          </>
        )}
      </Form>
    </Dialog>
  );
}
