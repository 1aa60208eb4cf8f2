import { useState } from 'preact/hooks';
import { once } from '../app/once.ts';
import { builtInProduct } from '../app/products.ts';
import { Choice as ChoiceField } from '../parts/field.tsx';
import { Form, textOf } from '../parts/form.tsx';
import type { DescribedOperation } from '../parts/operation-document.ts';
import { PropertyFields } from '../parts/property-fields.tsx';
import { Refusal } from '../parts/refusal.ts';
import { Advice } from './advice.tsx';
import { Answer } from './answer.tsx';
import { BodyFields } from './body-fields.tsx';
import { refusalIn, type Called } from './called.ts';
import type { Choice } from './choice.ts';
import { CallExplorerDocument, type ExplorerKeysQuery } from './documents.generated.ts';
import { atFields } from './findings.ts';
import { filledIn, groupsOf } from './filled.ts';
import { scenariosOf } from './scenarios.ts';

type Key = NonNullable<ExplorerKeysQuery['apiKeys']>['edges'][number]['node'];

interface CallProps {
  of: Choice;
  keys: readonly Key[];
  operation: DescribedOperation;
}

/** The form of a call, and its answer. */
export function Call({ of: choice, keys, operation }: CallProps) {
  const { applicationId, product, operation: operationId } = choice;
  const isBuiltIn = product === builtInProduct;
  const groups = groupsOf(operation, isBuiltIn);
  const [isRaw, setRaw] = useState(false);
  const [called, setCalled] = useState<Called | null>(null);
  const call = async (form: FormData) => {
    setCalled(null);
    const names = [...new Set(form.keys())];
    const keyId = textOf(form, 'keyId') ?? '';
    const scenario = textOf(form, 'scenario');
    const filled = filledIn(form, operation, groups);
    const input = { applicationId, product, operationId, keyId, ...filled, ...(scenario && { scenario }) };
    const { callExplorer } = await once(CallExplorerDocument, { input }).catch((error: unknown) => {
      throw error instanceof Refusal ? atFields(error, names) : error;
    });
    setCalled(callExplorer);
    const refusal = callExplorer && refusalIn(callExplorer);
    if (refusal) throw atFields(refusal, names);
  };
  return (
    <div class="explorer">
      <section>
        <h2>Call</h2>
        <Form act="Call" onSend={call}>
          {(refusal) => (
            <>
              <ChoiceField
                label="Sandbox key"
                name="keyId"
                options={keys.map(({ id, name, hint, scopes }) => [
                  id,
                  `${name}, ${hint}, ${scopes.join(' and ')}`,
                ])}
                hint="The key stays on the server."
                refusal={refusal}
              />
              {groups.own.map(({ group, of }) => (
                <PropertyFields key={group} group={group} of={of} refusal={refusal} />
              ))}
              <BodyFields of={operation} {...{ isRaw, setRaw, refusal }} />
              <PropertyFields {...groups.usual} refusal={refusal} />
              {!isBuiltIn && (
                <ChoiceField
                  label="Scenario"
                  name="scenario"
                  options={scenariosOf(operation.answers)}
                  isOptional
                  refusal={refusal}
                />
              )}
              {refusal && <Advice code={refusal.code} of={choice} />}
            </>
          )}
        </Form>
      </section>
      {called && <Answer of={called} isBuiltIn={isBuiltIn} />}
    </div>
  );
}
