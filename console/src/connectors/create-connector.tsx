import { useMemo, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { useAddress } from '../app/screen.tsx';
import { randomId, send } from '../app/write.ts';
import { Dialog } from '../parts/dialog.tsx';
import { Area, Choice, Field } from '../parts/field.tsx';
import { Form, textOf } from '../parts/form.tsx';
import { CredentialChoice } from './credential-choice.tsx';
import { CreateConnectorDocument, type CreateConnectorInput } from './documents.generated.ts';

const kinds = [
  ['url', 'An OpenAPI document at a URL'],
  ['document', 'An OpenAPI document that you paste'],
  ['mcp', 'A remote MCP server'],
] as const;
type Kind = (typeof kinds)[number][0];

/** Imports a connector from a provider's description or from its MCP server. */
export function CreateConnector({ onClose }: { onClose: () => void }) {
  const { route } = useLocation();
  const address = useAddress();
  const [kind, setKind] = useState<Kind>('url');
  // From when the form opened: a second click creates no second connector.
  const idempotencyKey = useMemo(randomId, []);
  const create = async (data: FormData) => {
    const description = textOf(data, 'description');
    const credentialReferenceId = textOf(data, 'credentialReferenceId');
    const input: CreateConnectorInput = {
      name: textOf(data, 'name') ?? '',
      source: kind === 'mcp' ? 'MCP' : 'OPENAPI',
      ...(kind === 'document'
        ? { document: textOf(data, 'document') ?? '' }
        : { url: textOf(data, 'url') ?? '' }),
      ...(description && { description }),
      ...(credentialReferenceId && { credentialReferenceId }),
    };
    const { createConnector } = await send(CreateConnectorDocument, { input }, { idempotencyKey });
    if (createConnector) route(address(`connectors/${createConnector.connector.id}`));
  };
  return (
    <Dialog title="Import a connector" onClose={onClose}>
      <Form act="Import" onSend={create} onCancel={onClose}>
        {(refusal) => (
          <>
            <Choice
              label="Source"
              name="kind"
              options={kinds}
              value={kind}
              onChange={(to) => setKind(to as Kind)}
            />
            <Field
              label="Name"
              name="name"
              hint="Unique in the workspace."
              maxLength={80}
              refusal={refusal}
            />
            {kind === 'document' ? (
              <Area
                label="Document"
                name="document"
                hint="OpenAPI 3.0 or 3.1, in JSON or YAML."
                rows={8}
                refusal={refusal}
              />
            ) : (
              <Field
                label={kind === 'mcp' ? 'Address of the MCP server' : 'URL of the document'}
                name="url"
                type="url"
                placeholder={kind === 'mcp' ? 'https://…/mcp' : 'https://…/openapi.json'}
                refusal={refusal}
              />
            )}
            {kind === 'mcp' && <CredentialChoice refusal={refusal} />}
            <Area label="Description" name="description" rows={2} isOptional refusal={refusal} />
          </>
        )}
      </Form>
    </Dialog>
  );
}
