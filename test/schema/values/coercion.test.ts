import { GraphQLError, buildSchema, getVariableValues, parse, Kind } from 'graphql';
import { describe, expect, it } from 'vitest';
import { missingIn } from '../../../schema/values/coercion.ts';

const schema = buildSchema(`
  input Part { name: String!, parts: [Part!] }
  type Query { whole(part: Part!): Boolean }
`);
const query = parse('query ($part: Part!) { whole(part: $part) }');

/** Returns the errors that graphql-js reports for the variable. */
function errorsOf(part: unknown): readonly GraphQLError[] {
  const [operation] = query.definitions;
  if (operation?.kind !== Kind.OPERATION_DEFINITION) throw new Error('There is no operation.');
  return getVariableValues(schema, operation.variableDefinitions ?? [], { part }).errors ?? [];
}

describe('a field that a variable lacks', () => {
  it.each([
    [{}, '/name'],
    [{ parts: [], extra: '; Field "x" of required type "y" was not provided.' }, '/name'],
    [{ name: 'a', parts: [{ name: 'b' }, {}] }, '/parts/1/name'],
    [{ name: 'a', parts: [{ name: 'b', parts: [{}] }] }, '/parts/0/parts/0/name'],
  ])('is reported by its pointer, from the message of graphql-js: %j', (part, pointer) => {
    const findings = errorsOf(part).map(missingIn);

    expect(findings).toContainEqual({ pointer, code: 'required', message: 'is required' });
  });

  it.each([[{ name: 3 }], [{ name: null }], [{ name: 'a', extra: 1 }], [undefined]])(
    'is not reported if something else is wrong: %j',
    (part) => {
      const errors = errorsOf(part);

      expect(errors).toHaveLength(1);
      expect(errors.map(missingIn)).toEqual([null]);
    },
  );

  it('is not reported if the document lacks it', () => {
    const words = 'Field "Part.name" of required type "String!" was not provided.';

    expect(missingIn(new GraphQLError(words))).toBeNull();
  });
});
