import { useState } from 'preact/hooks';
import { useRead } from '../app/read.ts';
import { Checks, Choice, Field } from '../parts/field.tsx';
import { textOf } from '../parts/form.tsx';
import type { Refusal } from '../parts/refusal.ts';
import { visible } from '../parts/visible.ts';
import type { AssignmentData } from './assignment-data.ts';
import { AssignableOperationsDocument } from './documents.generated.ts';

interface BoundsProps {
  /** The served version, whose operations can be chosen. */
  versionId: string | undefined;
  of?: Pick<AssignmentData, 'operations' | 'quota'>;
  refusal: Refusal | null;
}

/** Which operations an application may call, and how often. */
export function BoundsFields({ versionId, of, refusal }: BoundsProps) {
  const [which, setWhich] = useState(of?.operations ? 'some' : 'all');
  const [period, setPeriod] = useState<string>(of?.quota?.period ?? '');
  const { data } = useRead(
    AssignableOperationsDocument,
    { id: versionId ?? '' },
    { isPaused: versionId === undefined },
  );
  const found = (data?.apiProductVersion?.operations ?? []).map(
    ({ operationId, method, path }) =>
      [operationId, `${visible(operationId)}, ${method} ${visible(path)}`] as const,
  );
  return (
    <>
      <Choice
        label="Operations"
        name="which"
        options={[
          ['all', 'All operations'],
          ['some', 'Only some operations'],
        ]}
        value={which}
        onChange={setWhich}
      />
      {which === 'some' && (
        <>
          <Checks
            key={versionId}
            label="It may call"
            name="operations"
            options={found}
            checked={of?.operations ?? []}
          />
          {refusal?.findings.some(({ pointer }) => pointer === '/operations') && (
            <p class="error">Choose at least one operation, of those that the version has.</p>
          )}
        </>
      )}
      <Choice
        label="Quota"
        name="period"
        options={[
          ['', 'No limit'],
          ['DAY', 'Calls a day'],
          ['MONTH', 'Calls a month'],
        ]}
        value={period}
        onChange={setPeriod}
        isOptional
        refusal={refusal}
      />
      {period && (
        <Field
          label="Most calls"
          name="quota/limit"
          type="number"
          min={1}
          max={1_000_000_000}
          {...(of?.quota && { value: of.quota.limit })}
          refusal={refusal}
        />
      )}
    </>
  );
}

/** Returns the bounds that a form has; null allows all. */
export function boundsOf(data: FormData) {
  const period = textOf(data, 'period');
  return {
    // An id may have a comma, so the values are taken as they are.
    operations: textOf(data, 'which') === 'some' ? data.getAll('operations').map(String) : null,
    quota:
      period === 'DAY' || period === 'MONTH'
        ? ({ limit: Number(textOf(data, 'quota/limit')), period } as const)
        : null,
  };
}
