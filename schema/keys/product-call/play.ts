import type { Context } from '../../kernel/context.ts';
import type { DescribedOperation } from '../../kernel/ports/product-descriptions.ts';
import { refuse } from '../../values/errors.ts';
import { isObject } from '../../values/foreign-values.ts';
import { problemOf } from '../../values/problem.ts';
import type { CallAnswer, SentCall } from '../../values/sent-call.ts';
import { preferred } from './accept.ts';
import { bodied, valueOf } from './answer.ts';
import type { Scenario } from './scenario.ts';

const maxHeld = 20;
const retryAfterSeconds = 30;
const codes = { 429: 'rate_limited', 500: 'internal_error', 503: 'service_unavailable' } as const;

/** Returns the answer with the status of the scenario: as the version describes it, otherwise a problem. */
export function scenarioAnswer(
  { client: { requestId } }: Context,
  { answers }: DescribedOperation,
  { status, name }: Scenario & { status: number },
  call: SentCall,
): CallAnswer {
  const described =
    answers.find((it) => it.status === String(status)) ??
    answers.find((it) => it.status === `${String(status)[0]}XX`);
  const answer = described ? describedAs(status, described.contents, call) : problem(status, name, requestId);
  const isLater = status === 429 || status === 503;
  return {
    ...answer,
    headers: { ...answer.headers, ...(isLater && { 'retry-after': String(retryAfterSeconds) }) },
  };
}

function describedAs(
  status: number,
  contents: DescribedOperation['answers'][number]['contents'],
  call: SentCall,
): CallAnswer {
  const content = preferred(contents, call.headers['accept']);
  if (!content) return { status, headers: {}, body: null, conforms: true, ending: 'WHOLE' };
  // The example that the header names may be one of the usual answer.
  return bodied(status, content, valueOf(content, undefined));
}

function problem(status: number, scenario: string, requestId: string): CallAnswer {
  const refusal = refuse(codes[status as keyof typeof codes], `The scenario ${scenario}.`);
  return {
    status,
    headers: { 'content-type': 'application/problem+json' },
    body: JSON.stringify(problemOf(refusal, requestId)),
    conforms: false,
    ending: 'WHOLE',
  };
}

/** Waits as long as the scenario says, then returns the answer as it changes it. Throws `rate_limited`. */
export async function played(
  ctx: Context,
  { name, holdSeconds }: Scenario,
  applicationId: string,
  answerOf: () => Promise<CallAnswer>,
): Promise<CallAnswer> {
  // A refused place leaves nothing behind.
  if (holdSeconds > 0) await hold(ctx, applicationId, holdSeconds);
  const answer = await answerOf();
  return { ...changed(name, answer), headers: { ...answer.headers, 'sallyport-scenario': name } };
}

async function hold(ctx: Context, applicationId: string, seconds: number): Promise<void> {
  using place = ctx.places.take(`sandbox-hold/${applicationId}`, maxHeld);
  if (!place)
    throw refuse(
      'rate_limited',
      `The application already has ${maxHeld} held answers, the maximum. Repeat the request when one has ended.`,
      { retryAfterSeconds: 1 },
    );
  const { hungUp } = ctx.client;
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, seconds * 1000);
    const end = () => {
      clearTimeout(timer);
      resolve();
    };
    if (hungUp?.aborted) end();
    hungUp?.addEventListener('abort', end, { once: true });
  });
}

function changed(name: string, answer: CallAnswer): CallAnswer {
  switch (name) {
    case 'timeout':
      return { ...answer, conforms: false, ending: 'NONE' };
    case 'truncated':
      return { ...answer, conforms: false, ending: 'CUT' };
    case 'not_json':
      return { ...answer, conforms: false, body: '<html><body>Bad Gateway</body></html>' };
    case 'empty':
      return { ...answer, conforms: false, body: '' };
    case 'unknown_fields':
      return { ...answer, conforms: false };
    default:
      return answer;
  }
}

/** Returns the value with a field that no schema describes, in each object at its top. */
export function withUnknownFields(value: unknown): unknown {
  return Array.isArray(value) ? value.map(withUnknownField) : withUnknownField(value);
}

function withUnknownField(value: unknown): unknown {
  return isObject(value) ? { ...value, unknownField: { since: 'the sandbox' } } : value;
}
