import { describe, expect, it } from 'vitest';
import { refusalBody } from '../../../../schema/values/errors.ts';
import { AnswerFailure } from '../../../../schema/connect/gateway/answer.ts';
import {
  isDone,
  providerUnavailable,
  refusalOfAnswer,
  refusalOfEgress,
  refusalOfFailedTool,
  refusalOfStatus,
  refusalOfTools,
} from '../../../../schema/connect/gateway/failure.ts';
import { EgressFailure, type EgressFailureCode } from '../../../../schema/kernel/ports/egress.ts';
import {
  RemoteToolsFailure,
  type RemoteToolsFailureCode,
} from '../../../../schema/kernel/ports/remote-tools.ts';

const now = new Date('2026-11-20T09:00:00Z');
const warning = 'The call may have taken effect; check before you send it again.';
const said = 'The host closed the connection.';
const asRead = { mode: 'read', hasCredential: true } as const;
const asWrite = { mode: 'write', hasCredential: true } as const;
const without = { mode: 'read', hasCredential: false } as const;

describe('the refusal for a failed status', () => {
  // oxfmt-ignore
  it.each([
    [302, true,  'The provider returns no data; its status is 302. Check the address of the connection.'],
    [400, false, 'The provider rejects the call; its status is 400. Check the arguments.'],
    [401, false, 'The provider refuses the credential of the connection; its status is 401. Renew the credential.'],
    [403, false, 'The provider does not allow the connection to do this; its status is 403. Check the rights of its account.'],
    [404, false, 'The provider found nothing there; its status is 404. Check the arguments.'],
    [408, true,  'The provider timed out on the call; its status is 408. Try again later.'],
    [422, false, 'The provider rejects the call; its status is 422. Check the arguments.'],
    [429, false, 'The provider accepts no calls for now; its status is 429. Try again later.'],
    [500, true,  'The provider failed; its status is 500. Try again later.'],
    [503, true,  'The provider failed; its status is 503. Try again later.'],
  ])('says how to react to %i', (status, mayHaveTakenEffect, sentence) => {
    const read = refusalOfStatus({ status, headers: {} }, asRead, { now });
    const write = refusalOfStatus({ status, headers: {} }, asWrite, { now });

    expect([read.message, read.status]).toEqual([sentence, 502]);
    expect(refusalBody(read, 'r')).toEqual({
      code: 'provider_error',
      status: 502,
      requestId: 'r',
      providerStatus: status,
      mayHaveTakenEffect: false,
    });
    expect(write.message).toBe(mayHaveTakenEffect ? `${sentence} ${warning}` : sentence);
    expect(write.details).toMatchObject({ providerStatus: status, mayHaveTakenEffect });
  });

  it('says for 401 that the connection has no credential', () => {
    const refused = new RemoteToolsFailure('refused', said);

    for (const refusal of [
      refusalOfStatus({ status: 401, headers: {} }, without, { now }),
      refusalOfTools(refused, without),
    ])
      expect(refusal.message).toBe(
        'The provider needs a credential, and the connection has none. Create another connection with a credentialReferenceId.',
      );
    expect(refusalOfTools(refused, asRead).message).toBe(
      'The host closed the connection. Check the credential of the connection.',
    );
  });

  it('contains the status of an MCP server too, because the connection’s health depends on it', () => {
    const refused = new RemoteToolsFailure('refused', said, { status: 401 });

    expect(refusalOfTools(refused, asRead).details.providerStatus).toBe(401);
    expect(refusalOfTools(new RemoteToolsFailure('not_mcp', said), asRead).details).not.toHaveProperty(
      'providerStatus',
    );
  });

  it('contains the time after which to retry, and nothing else of the answer', () => {
    const headers = { 'retry-after': '17', 'x-secret': 'the secret' };

    const refusal = refusalOfStatus({ status: 429, headers }, asRead, { now });

    expect(refusal.details).toEqual({
      providerStatus: 429,
      retryAfterSeconds: 17,
      mayHaveTakenEffect: false,
    });
  });

  it('contains the provider’s explanation', () => {
    const provider = { message: 'Validation Failed' };
    const refusal = refusalOfStatus({ status: 422, headers: {} }, asRead, {
      now,
      reason: { provider, isPart: false },
    });

    expect(refusal.message).toBe('The provider rejects the call; its status is 422. Check the arguments.');
    expect(refusal.details.detail).toBe(`${refusal.message} \`provider\` has the provider’s explanation.`);
    expect(refusalBody(refusal, 'r')).toMatchObject({ providerStatus: 422, provider });
  });

  it('applies to each status outside 2xx', () => {
    const statuses = [200, 201, 204, 299];

    expect([199, ...statuses, 300, 304].filter((status) => isDone({ status }))).toEqual(statuses);
  });
});

describe('the refusal for a request without an answer', () => {
  // oxfmt-ignore
  it.each<[EgressFailureCode, string, RegExp, boolean]>([
    ['destination_not_allowed', '422 url_not_allowed',   /^The host closed the connection\.$/,                      false],
    ['request_not_allowed',     '422 validation_failed', /^The server cannot build the request.* credential\.$/,    false],
    ['unreachable',             '502 provider_error',    /^The provider cannot be reached\. The host closed the connection\. Try again later\./, true],
    ['timeout',                 '504 provider_timeout',  /^The provider did not answer in time\./,    true],
    ['answer_too_large',        '502 provider_error',    /more than 5242880 bytes/,                   true],
    ['answer_unreadable',       '502 provider_error',    /^The host closed the connection\./,                       true],
    ['redirect_not_allowed',    '502 provider_error',    /Check the address of the connection\./,   true],
  ])('follows from the failure: %s', (code, told, sentence, mayHaveTakenEffect) => {
    const failure = new EgressFailure(code, said);
    const [read, write] = [refusalOfEgress(failure, asRead), refusalOfEgress(failure, asWrite)];

    expect(`${read.status} ${read.code}`).toBe(told);
    expect(read.message).toMatch(sentence);
    expect(read.details).toEqual({ mayHaveTakenEffect: false, cause: failure });
    expect(write.details.mayHaveTakenEffect).toBe(mayHaveTakenEffect);
    expect(write.message).toBe(mayHaveTakenEffect ? `${read.message} ${warning}` : read.message);
  });

  it('reports no effect if nothing was sent', () => {
    const failure = new EgressFailure('unreachable', 'The host refuses connections.', { isUnsent: true });

    expect(refusalOfEgress(failure, asWrite).details.mayHaveTakenEffect).toBe(false);
  });
});

describe('the refusal for a tool that could not be called', () => {
  // oxfmt-ignore
  it.each<[RemoteToolsFailureCode, string, boolean]>([
    ['destination_not_allowed', '422 url_not_allowed',   false],
    ['request_not_allowed',     '422 validation_failed', false],
    ['unreachable',             '502 provider_error',    true],
    ['refused',                 '502 provider_error',    false],
    ['not_mcp',                 '502 provider_error',    false],
    ['rejected',                '502 provider_error',    true],
    ['input_required',          '502 provider_error',    false],
    ['too_slow',                '504 provider_timeout',  true],
    ['too_large',               '502 provider_error',    true],
    ['unreadable',              '502 provider_error',    true],
  ])('follows from the failure: %s', (code, told, mayHaveTakenEffect) => {
    const failure = new RemoteToolsFailure(code, said);
    const [read, write] = [refusalOfTools(failure, asRead), refusalOfTools(failure, asWrite)];

    expect(`${read.status} ${read.code}`).toBe(told);
    expect(read.details.mayHaveTakenEffect).toBe(false);
    expect(write.details).toEqual({ mayHaveTakenEffect, cause: failure });
    expect(write.message.endsWith(warning)).toBe(mayHaveTakenEffect);
  });

  it('reports no effect if nothing was sent', () => {
    const cause = new EgressFailure('unreachable', 'The host a.example does not exist.', { isUnsent: true });
    const failure = new RemoteToolsFailure('unreachable', cause.message, { cause });

    expect(refusalOfTools(failure, asWrite).details.mayHaveTakenEffect).toBe(false);
  });
});

describe('the refusal for an answer without data', () => {
  it('contains the status, and warns that the call may have taken effect', () => {
    const refusal = refusalOfAnswer(new AnswerFailure('not_json', 'It is no JSON.'), asWrite, 201);

    expect(refusal.message).toBe(`It is no JSON. ${warning}`);
    expect(refusalBody(refusal, 'r')).toMatchObject({
      status: 502,
      providerStatus: 201,
      mayHaveTakenEffect: true,
    });
  });
});

describe('the refusal for a tool that reports a failure', () => {
  it('contains the tool’s explanation', () => {
    const refusal = refusalOfFailedTool({ provider: { reason: 'No such order.' }, isPart: false }, asRead);

    expect(refusal.details.detail).toBe(
      'The tool reports a failure. Check the arguments. `provider` has the provider’s explanation.',
    );
    expect(refusalBody(refusal, 'r')).toMatchObject({ provider: { reason: 'No such order.' } });
    expect(refusalBody(refusal, 'r')).not.toHaveProperty('providerStatus');
  });

  it('has no explanation if the tool gives none', () => {
    const refusal = refusalOfFailedTool(null, asRead);

    expect(refusal.message).toBe('The tool reports a failure. Check the arguments.');
    expect(refusalBody(refusal, 'r')).not.toHaveProperty('provider');
  });
});

it('the refusal for an unavailable provider contains the seconds to wait', () => {
  const refusal = providerUnavailable(12);

  expect([refusal.status, refusal.code]).toEqual([503, 'provider_unavailable']);
  expect(refusal.message).toContain('Try again in 12 seconds.');
  expect(refusal.details).toEqual({ retryAfterSeconds: 12, mayHaveTakenEffect: false });
});
