import { useRead } from '../app/read.ts';
import { Choice } from '../parts/field.tsx';
import type { Refusal } from '../parts/refusal.ts';
import { TestChoicesDocument } from './documents.generated.ts';

interface TestChoiceProps {
  connectorId: string;
  value?: string | undefined;
  refusal: Refusal | null;
}

/** A choice of the read that tests a connection: one that needs no arguments. */
export function TestChoice({ connectorId, value, refusal }: TestChoiceProps) {
  const { data } = useRead(TestChoicesDocument, { connectorId });
  const reads = (data?.capabilities?.edges ?? [])
    .map(({ node }) => node)
    .filter(({ inputSchema, removedAt }) => removedAt === null && !hasRequired(inputSchema));
  return (
    <Choice
      // A select takes its value only once it has the option.
      key={data ? 'read' : 'waiting'}
      label="Test"
      name="testCapabilityId"
      hint="A read without arguments, such as the current user. It runs now, with each new secret, and every six hours."
      options={[['', 'No test'], ...reads.map(({ id, title }) => [id, title] as const)]}
      {...(value && { value })}
      isOptional
      refusal={refusal}
    />
  );
}

function hasRequired(schema: unknown): boolean {
  const { required } = schema as { required?: unknown[] };
  return (required?.length ?? 0) > 0;
}
