import { send } from '../app/write.ts';
import { Dialog } from '../parts/dialog.tsx';
import { Area, Field } from '../parts/field.tsx';
import { Form, textOf, textsOf } from '../parts/form.tsx';
import { jsonOf } from '../parts/json-of.ts';
import type { ConnectionData } from './connection-data.ts';
import { UpdateConnectionDocument } from './documents.generated.ts';
import { TestChoice } from './test-choice.tsx';

/** Changes what a connection is called, how it is tested, and what it requests. */
export function ChangeConnection({ of: connection, onClose }: { of: ConnectionData; onClose: () => void }) {
  const { id, name, rowVersion, connector, method, accountId, accountPointer } = connection;
  const hasScopes = method.startsWith('OAUTH2');
  const change = async (data: FormData) => {
    const pointer = textOf(data, 'accountPointer');
    const test = textOf(data, 'testCapabilityId') ?? null;
    const input = {
      id,
      ifRowVersion: rowVersion,
      name: textOf(data, 'name') ?? '',
      settings: jsonOf(data, 'settings') ?? {},
      ...(test !== (connection.testCapability?.id ?? null) && { testCapabilityId: test }),
      ...(pointer !== (accountPointer ?? undefined) && { accountPointer: pointer ?? null }),
      ...(hasScopes && { scopes: textsOf(data, 'scopes') }),
    };
    await send(UpdateConnectionDocument, { input });
    onClose();
  };
  return (
    <Dialog title={`Change ${name}`} onClose={onClose}>
      <Form act="Save" onSend={change} onCancel={onClose}>
        {(refusal) => (
          <>
            <Field label="Name" name="name" value={name} maxLength={80} refusal={refusal} />
            {hasScopes && (
              <Area
                label="Scopes"
                name="scopes"
                hint="For the next authorization, separated by commas or lines."
                value={connection.scopes.join('\n')}
                isOptional
                refusal={refusal}
              />
            )}
            {connector && (
              <TestChoice
                connectorId={connector.id}
                value={connection.testCapability?.id}
                refusal={refusal}
              />
            )}
            {accountId === null && (
              <Field
                label="Pointer to the account"
                name="accountPointer"
                hint="Where the test’s answer has the account’s id, such as /id."
                value={accountPointer ?? ''}
                isOptional
                refusal={refusal}
              />
            )}
            <Area
              label="Settings"
              name="settings"
              hint="A JSON object without secrets."
              value={JSON.stringify(connection.settings, null, 2)}
              isOptional
              refusal={refusal}
            />
          </>
        )}
      </Form>
    </Dialog>
  );
}
