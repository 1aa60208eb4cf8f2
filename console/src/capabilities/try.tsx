import { useState } from 'preact/hooks';
import { may } from '../app/me.ts';
import { once } from '../app/once.ts';
import { useRead } from '../app/read.ts';
import { useAddress } from '../app/screen.tsx';
import { Choice } from '../parts/field.tsx';
import { FormOrJson } from '../parts/form-or-json.tsx';
import { Form, textOf } from '../parts/form.tsx';
import { jsonOf } from '../parts/json-of.ts';
import { propertiesOf, valuesOf } from '../parts/properties.ts';
import { Answer, type AnswerData } from './answer.tsx';
import type { CapabilityData } from './capability-data.ts';
import {
  CapabilityConnectionsDocument,
  ReadCapabilityDocument,
  SelectCapabilityDocument,
} from './documents.generated.ts';

/** A read of a capability through a connection, and the provider's answer. */
export function Try({ of: capability }: { of: CapabilityData }) {
  const { id, mode, removedAt, connector } = capability;
  const address = useAddress();
  const connectorId = connector?.id ?? '';
  const isOpen = mode === 'read' && !removedAt && may('connections:use');
  const { data } = useRead(
    CapabilityConnectionsDocument,
    { connectorId },
    { isPaused: !isOpen || connectorId === '' },
  );
  const [isRaw, setRaw] = useState(false);
  const [answer, setAnswer] = useState<AnswerData | null>(null);
  const closed = whyClosed(capability);
  if (closed)
    return (
      <section>
        <h2>Try it</h2>
        <p class="quiet">{closed}</p>
      </section>
    );
  const connections = (data?.connections?.edges ?? []).map(({ node }) => node);
  const properties = propertiesOf(capability.inputSchema);
  const run = async (form: FormData) => {
    const given = isRaw ? (jsonOf(form, 'arguments') ?? {}) : valuesOf(form, 'arguments', properties);
    const connectionId = textOf(form, 'connectionId') ?? '';
    const cursor = textOf(form, 'cursor');
    setAnswer(null);
    const { capability: selected } = await once(SelectCapabilityDocument, { id, connectionId });
    const selection = selected?.selection?.selection ?? '';
    const input = { selection, arguments: given, ...(cursor && { cursor }) };
    const { readCapability } = await once(ReadCapabilityDocument, { input });
    setAnswer(readCapability);
  };
  return (
    <section>
      <h2>Try it</h2>
      {data && connections.length === 0 ? (
        <p class="quiet">
          A read goes through a connection.{' '}
          <a href={address(`connections?create=yes&connector=${connectorId}`)}>Create a connection</a>
        </p>
      ) : (
        <div class="try">
          <Form act="Read" onSend={run}>
            {(refusal) => (
              <>
                <Choice
                  label="Connection"
                  name="connectionId"
                  options={connections.map(({ id: value, name, project }) => [
                    value,
                    project ? `${name} (${project.name})` : name,
                  ])}
                  refusal={refusal}
                />
                {properties.length === 0 ? (
                  <p class="quiet">It takes no arguments.</p>
                ) : (
                  <FormOrJson
                    label="Arguments"
                    group="arguments"
                    of={properties}
                    {...{ isRaw, setRaw, refusal }}
                  />
                )}
                {answer?.nextCursor && (
                  <Choice
                    label="Page"
                    name="cursor"
                    options={[
                      [answer.nextCursor, 'The next page of this answer'],
                      ['', 'The first page'],
                    ]}
                    isOptional
                  />
                )}
              </>
            )}
          </Form>
        </div>
      )}
      {answer && <Answer of={answer} />}
    </section>
  );
}

function whyClosed({ mode, removedAt }: CapabilityData): string | null {
  if (removedAt) return 'The description no longer has it, so it cannot be called.';
  if (mode === 'write')
    return 'It changes data at the provider. Agents call it, with the approval of a person.';
  if (may('connections:use')) return null;
  return 'It needs connections:use, which your role does not have. An owner or administrator can give you a role that has it.';
}
