import { send } from '../app/write.ts';
import { Dialog } from '../parts/dialog.tsx';
import { Area, Field } from '../parts/field.tsx';
import { Form, textOf, textsOf } from '../parts/form.tsx';
import type { ConnectorData } from './connector-data.ts';
import { CredentialChoice } from './credential-choice.tsx';
import { UpdateConnectorDocument } from './documents.generated.ts';

/** Changes what a connector is called, where its description is read, and which addresses its connections may have. */
export function ChangeConnector({ of: connector, onClose }: { of: ConnectorData; onClose: () => void }) {
  const { id, name, rowVersion, source, sourceUrl, baseUrlPatterns, baseUrlProposals } = connector;
  const isTools = source === 'MCP';
  const change = async (data: FormData) => {
    const url = textOf(data, 'url');
    const credentialReferenceId = textOf(data, 'credentialReferenceId') ?? null;
    const input = {
      id,
      ifRowVersion: rowVersion,
      name: textOf(data, 'name') ?? '',
      description: textOf(data, 'description') ?? '',
      ...(url && url !== sourceUrl && { url }),
      ...(isTools && credentialReferenceId !== connector.credentialReferenceId && { credentialReferenceId }),
      ...(!isTools && { baseUrlPatterns: textsOf(data, 'baseUrlPatterns') }),
    };
    await send(UpdateConnectorDocument, { input });
    onClose();
  };
  return (
    <Dialog title={`Change ${name}`} onClose={onClose}>
      <Form act="Save" onSend={change} onCancel={onClose}>
        {(refusal) => (
          <>
            <Field label="Name" name="name" value={name} maxLength={80} refusal={refusal} />
            <Area
              label="Description"
              name="description"
              value={connector.description}
              isOptional
              refusal={refusal}
            />
            <Field
              label={isTools ? 'Address of the MCP server' : 'URL of the document'}
              name="url"
              type="url"
              value={sourceUrl ?? ''}
              hint="For the next import."
              isOptional
              refusal={refusal}
            />
            {isTools && <CredentialChoice value={connector.credentialReferenceId} refusal={refusal} />}
            {!isTools && (
              <Area
                label="Further addresses"
                name="baseUrlPatterns"
                hint={hintOn(baseUrlProposals)}
                value={baseUrlPatterns.join('\n')}
                isOptional
                refusal={refusal}
              />
            )}
          </>
        )}
      </Form>
    </Dialog>
  );
}

function hintOn(proposals: readonly string[]): string {
  const what = 'Patterns for connections, one a line. * stands for a part of one label or one segment.';
  return proposals.length > 0 ? `${what} The description proposes ${proposals.join(', ')}.` : what;
}
