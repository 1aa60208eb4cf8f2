import { describe, expect, it } from 'vitest';
import type { OperationBodies } from '../../../../schema/kernel/ports/services.ts';
import { validatePayload } from '../../../../schema/keys/sandbox/validate.ts';

// One operation, whose body requires a message.
const operations: OperationBodies = {
  check(operationId, payload) {
    if (operationId !== 'send') return null;
    const { message } = (payload ?? {}) as { message?: unknown };
    if (typeof message === 'string') return [];
    return [
      { pointer: '', code: 'invalid', message: 'is not a message' },
      { pointer: '/message', code: 'invalid_type', message: 'must be of type string' },
    ];
  },
};

describe('the validation of an integration payload', () => {
  it.each([
    { input: {} },
    { input: { payload: {} } },
    { input: { payload: { any: ['thing'] }, more: 1 } },
    { input: { operation: 'send', payload: { message: 'm' } } },
    { input: { operation: 'send', payload: { message: 'm' }, extra: true } },
  ])('accepts $input', ({ input }) => {
    expect(validatePayload(operations, input)).toEqual([]);
  });

  it('points each finding at a place under the payload', () => {
    const findings = validatePayload(operations, { operation: 'send', payload: { message: 7 } });

    expect(findings.map(({ pointer }) => pointer)).toEqual(['/payload', '/payload/message']);
    expect(findings[1]).toEqual({
      pointer: '/payload/message',
      code: 'invalid_type',
      message: 'must be of type string',
    });
  });

  it('treats an operation without a payload as one without a body', () => {
    expect(validatePayload(operations, { operation: 'send' })[0]?.pointer).toBe('/payload');
  });

  it.each(['other', '', 'toString', 'Send'])('rejects an unknown operation: %j', (operation) => {
    const findings = validatePayload(operations, { operation, payload: {} });

    expect(findings).toEqual([
      { pointer: '/operation', code: 'unknown_operation', message: expect.any(String) },
    ]);
  });

  it.each([
    { input: { operation: 1 }, pointer: '/operation' },
    { input: { operation: null }, pointer: '/operation' },
    { input: { operation: ['send'] }, pointer: '/operation' },
    { input: { payload: 1 }, pointer: '/payload' },
    { input: { payload: [] }, pointer: '/payload' },
    { input: { payload: null }, pointer: '/payload' },
  ])('spec §2: requires an object as payload and a string as operation: $input', ({ input, pointer }) => {
    expect(validatePayload(operations, input)).toMatchObject([{ pointer, code: 'invalid_type' }]);
  });
});
