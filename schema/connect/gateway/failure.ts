import type { DescribedCapability } from '../../kernel/ports/descriptions.ts';
import { refuse, type Refusal, type RefusalDetails } from '../../values/errors.ts';
import type { ErrorCode } from '../../values/error-table.ts';
import { EgressFailure, type EgressFailureCode, type IncomingAnswer } from '../../kernel/ports/egress.ts';
import type { RemoteToolsFailure, RemoteToolsFailureCode } from '../../kernel/ports/remote-tools.ts';
import type { AnswerFailure } from './answer.ts';
import type { Reason } from './reason.ts';
import { retryAfterSecondsIn } from './retry-after.ts';
import { maxAnswerBytes } from './rules.ts';

/** The mode of a call, and whether it has a credential. */
export interface Call {
  mode: DescribedCapability['mode'];
  hasCredential: boolean;
}

/** Whether a provider’s status reports success. */
export function isDone({ status }: Pick<IncomingAnswer, 'status'>): boolean {
  return status >= 200 && status < 300;
}

/** Returns the refusal for an error status, with the provider’s Retry-After and explanation. */
export function refusalOfStatus(
  { status, headers }: Pick<IncomingAnswer, 'status' | 'headers'>,
  call: Call,
  { now, reason = null }: { now: Date; reason?: Reason | null },
): Refusal {
  const retryAfterSeconds = retryAfterSecondsIn(headers, now);
  // A refused call had no effect; for any other status, the effect is unknown.
  const isRefused = status >= 400 && status < 500 && status !== 408;
  return refusal('provider_error', sentenceOfStatus(status, call), {
    ...call,
    isSureNot: isRefused,
    details: {
      providerStatus: status,
      ...argumentsIn(reason),
      ...(retryAfterSeconds !== null && { retryAfterSeconds }),
    },
  });
}

/** Returns the refusal for a request without an answer. */
export function refusalOfEgress(failure: EgressFailure, call: Call): Refusal {
  const [code, sentence] = ofEgress[failure.code];
  return refusal(code, sentence(failure.message, call), {
    ...call,
    isSureNot: failure.isUnsent,
    details: { cause: failure },
  });
}

/** Returns the refusal for a tool that the server could not call, or whose answer is missing. */
export function refusalOfTools(failure: RemoteToolsFailure, call: Call): Refusal {
  const [code, sentence] = ofTools[failure.code];
  const isUnsent = failure.cause instanceof EgressFailure && failure.cause.isUnsent;
  const said = sentence(failure.message, call);
  return refusal(code, failure.isUnlisted ? `${said} ${unlisted}` : said, {
    ...call,
    isSureNot: isUnsent || failure.isUnlisted || undone.has(failure.code),
    details: { cause: failure, ...(failure.status !== null && { providerStatus: failure.status }) },
  });
}

/** Returns the refusal for an answer without data. */
export function refusalOfAnswer(failure: AnswerFailure, call: Call, providerStatus?: number): Refusal {
  return refusal('provider_error', failure.message, {
    ...call,
    isSureNot: false,
    details: { cause: failure, ...(providerStatus !== undefined && { providerStatus }) },
  });
}

/** Returns the refusal for a tool that reports a failure, with its explanation. */
export function refusalOfFailedTool(reason: Reason | null, call: Call): Refusal {
  return refusal('provider_error', 'The tool reports a failure. Check the arguments.', {
    ...call,
    isSureNot: false,
    details: argumentsIn(reason),
  });
}

/** Returns the refusal while a provider’s circuit is open. */
export function providerUnavailable(retryAfterSeconds: number): Refusal {
  return refuse(
    'provider_unavailable',
    `The provider failed repeatedly, so the server does not call it for now. Try again in ${retryAfterSeconds} seconds.`,
    { retryAfterSeconds, mayHaveTakenEffect: false },
  );
}

function refusal(
  code: ErrorCode,
  sentence: string,
  { mode, isSureNot, details }: Call & { isSureNot: boolean; details: RefusalDetails },
): Refusal {
  const mayHaveTakenEffect = mode === 'write' && !isSureNot;
  const warning = ' The call may have taken effect; check before you send it again.';
  const message = mayHaveTakenEffect ? sentence + warning : sentence;
  const { detail: addition, ...others } = details;
  const detail = addition && `${message} ${addition}`;
  return refuse(code, message, { ...others, ...(detail && { detail }), mayHaveTakenEffect });
}

function argumentsIn(reason: Reason | null): Pick<RefusalDetails, 'provider' | 'detail'> {
  if (!reason) return {};
  const { provider, isPart } = reason;
  const detail = isPart
    ? '`provider` has a part of the provider’s explanation; the rest was too long.'
    : '`provider` has the provider’s explanation.';
  return { provider, detail };
}

// oxfmt-ignore
const sentences: readonly (readonly [applies: (status: number) => boolean, begins: string, ends: string])[] = [
  [(it) => it === 401,               'The provider refuses the credential of the connection', 'Renew the credential.'],
  [(it) => it === 403,               'The provider does not allow the connection to do this', 'Check the rights of its account.'],
  [(it) => it === 404 || it === 410, 'The provider found nothing there',                      'Check the arguments.'],
  [(it) => it === 408,               'The provider timed out on the call',                    'Try again later.'],
  [(it) => it === 429,               'The provider accepts no calls for now',            'Try again later.'],
  [(it) => it >= 500,                'The provider failed',                                   'Try again later.'],
  [(it) => it >= 400,                'The provider rejects the call',                         'Check the arguments.'],
  [() => true,                       'The provider returns no data',                          'Check the address of the connection.'],
];

const noCredential =
  'The provider needs a credential, and the connection has none. Create another connection with a credentialReferenceId.';

function sentenceOfStatus(status: number, { hasCredential }: Call): string {
  if (status === 401 && !hasCredential) return noCredential;
  const [, begins = '', ends = ''] = sentences.find(([applies]) => applies(status)) ?? [];
  return `${begins}; its status is ${status}. ${ends}`;
}

type Row = readonly [code: ErrorCode, sentence: (said: string, call: Call) => string];

const [asItIs, tooSlow] = [(said: string) => said, 'The provider did not answer in time.'];
const tooLarge = `The provider's answer has more than ${maxAnswerBytes} bytes, the maximum. Request less.`;

// These messages contain nothing of the request or the answer.
// oxfmt-ignore
const ofEgress: Readonly<Record<EgressFailureCode, Row>> = {
  destination_not_allowed: ['url_not_allowed',   asItIs],
  request_not_allowed:     ['validation_failed', () => 'The server cannot build the request. Check the arguments and the credential.'],
  unreachable:             ['provider_error',    (said) => `The provider cannot be reached. ${said} Try again later.`],
  timeout:                 ['provider_timeout',  () => `${tooSlow} Try again later, or request less.`],
  answer_too_large:        ['provider_error',    () => tooLarge],
  answer_unreadable:       ['provider_error',    asItIs],
  redirect_not_allowed:    ['provider_error',    (said) => `${said} Check the address of the connection.`],
};

// oxfmt-ignore
const ofTools: Readonly<Record<RemoteToolsFailureCode, Row>> = {
  destination_not_allowed: ['url_not_allowed',   asItIs],
  request_not_allowed:     ['validation_failed', ofEgress.request_not_allowed[1]],
  unreachable:             ['provider_error',    asItIs],
  refused:                 ['provider_error',    refusedSentence],
  not_mcp:                 ['provider_error',    asItIs],
  rejected:                ['provider_error',    (said) => `${said} Check the arguments.`],
  input_required:          ['provider_error',    asItIs],
  too_slow:                ['provider_timeout',  ofEgress.timeout[1]],
  too_large:               ['provider_error',    () => tooLarge],
  unreadable:              ['provider_error',    asItIs],
};

function refusedSentence(said: string, { hasCredential }: Call): string {
  return hasCredential ? `${said} Check the credential of the connection.` : noCredential;
}

const unlisted = 'The server could not verify that the tool is unchanged, so it did not call it.';

/** Failures before a tool starts. */
const undone: ReadonlySet<RemoteToolsFailureCode> = new Set([
  'destination_not_allowed',
  'request_not_allowed',
  'refused',
  'not_mcp',
  'input_required',
]);
