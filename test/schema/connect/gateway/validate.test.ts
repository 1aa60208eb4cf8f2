import { expect, it } from 'vitest';
import type { Capability } from '../../../../db/models/capability.ts';
import { mismatchesIn } from '../../../../schema/connect/gateway/validate.ts';
import { SchemaFailure } from '../../../../schema/kernel/ports/json-schemas.ts';

type ValidationPorts = Parameters<typeof mismatchesIn>[0];

const described = (outputSchema: object | null) =>
  ({ digest: Buffer.from('d1'), outputSchema }) as unknown as Capability;
const capability = described({ type: 'object' });
const judging = (check: ValidationPorts['jsonSchemas']['check']) =>
  ({ jsonSchemas: { check } }) as unknown as ValidationPorts;
const failing = (error: Error) =>
  judging(() => {
    throw error;
  });

it('mismatchesIn reports an answer that cannot be checked as a mismatch, and rethrows errors that are no schema failure', async () => {
  const unevaluated = new SchemaFailure('too_slow', 'The schema takes too long.');

  expect(await mismatchesIn(failing(unevaluated), capability, {})).toEqual([unevaluated.message]);
  await expect(mismatchesIn(failing(new Error('a bug')), capability, {})).rejects.toThrow('a bug');
});

it('mismatchesIn reports the findings of the schema, and none without a schema', async () => {
  const judges = judging(
    async () => await Promise.resolve([{ pointer: '', code: 'type', message: 'must be a list' }]),
  );

  expect(await mismatchesIn(judges, capability, {})).toEqual(['The answer must be a list']);
  expect(await mismatchesIn(judges, described(null), {})).toEqual([]);
});
