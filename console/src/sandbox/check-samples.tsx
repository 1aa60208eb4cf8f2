import { useState } from 'preact/hooks';
import { Act } from '../app/act.tsx';
import { may } from '../app/me.ts';
import { OperationChoice, type ChosenOperation } from '../app/operation-choice.tsx';
import { send } from '../app/write.ts';
import { Area } from '../parts/field.tsx';
import { Form } from '../parts/form.tsx';
import { jsonOf } from '../parts/json-of.ts';
import { CheckResult, type Checked } from './check-result.tsx';
import { CheckSampleDataDocument } from './documents.generated.ts';

interface CheckSamplesProps {
  applicationId: string;
  /** Why the sandbox does nothing now; null if it works. */
  obstacle: string | null;
}

/** Compares samples of a request body with the schema of an operation. It calls nothing. */
export function CheckSamples({ applicationId, obstacle }: CheckSamplesProps) {
  const [chosen, setChosen] = useState<ChosenOperation>({ product: '', operation: '' });
  const [checked, setChecked] = useState<Checked | null>(null);
  const check = async (form: FormData) => {
    setChecked(null);
    const given = jsonOf(form, 'samples') ?? [];
    const { product, operation: operationId } = chosen;
    const samples: unknown[] = Array.isArray(given) ? given : [given];
    const input = { applicationId, product, operationId, samples };
    const { checkSampleData } = await send(CheckSampleDataDocument, { input });
    setChecked(checkSampleData);
  };
  const isOpen = may('sandbox:run') && obstacle === null;
  return (
    <section class="sample-check">
      <h2>Check samples</h2>
      <p class="quiet">
        Samples of a request body are compared with its schema. Nothing is called, and the result has a test
        receipt.
      </p>
      {isOpen ? (
        <Form act="Check the samples" onSend={check}>
          {(refusal) => (
            <>
              <OperationChoice of={chosen} onChange={setChosen} fits={takesBody} refusal={refusal} />
              <Area
                label="Samples"
                name="samples"
                rows={8}
                placeholder={'[{"item": "tea"}]'}
                hint="A JSON array of up to 100 bodies. A single object is one sample."
                refusal={refusal}
              />
            </>
          )}
        </Form>
      ) : (
        <p>
          <Act needs="sandbox:run" obstacle={obstacle} onClick={() => {}}>
            Check the samples
          </Act>
        </p>
      )}
      {checked && <CheckResult of={checked} />}
    </section>
  );
}

function takesBody({ method }: { method: string }): boolean {
  return !['GET', 'HEAD'].includes(method);
}
