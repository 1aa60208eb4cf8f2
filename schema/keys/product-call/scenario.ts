import type { DescribedOperation } from '../../kernel/ports/product-descriptions.ts';
import { refuse, validationFailed, type Finding } from '../../values/errors.ts';
import type { SentCall } from '../../values/sent-call.ts';

export const scenarioHeader = 'x-sandbox-scenario';

/** What a scenario changes. Without a status, it changes the usual answer. */
export interface Scenario {
  name: string;
  status: number | null;
  holdSeconds: number;
}

const maxSeconds = 30;

// oxfmt-ignore
const fixed: Readonly<Record<string, Omit<Scenario, 'name'>>> = {
  rate_limited:   { status: 429,  holdSeconds: 0 },
  server_error:   { status: 500,  holdSeconds: 0 },
  unavailable:    { status: 503,  holdSeconds: 0 },
  timeout:        { status: null, holdSeconds: maxSeconds },
  truncated:      { status: null, holdSeconds: 0 },
  not_json:       { status: null, holdSeconds: 0 },
  empty:          { status: null, holdSeconds: 0 },
  unknown_fields: { status: null, holdSeconds: 0 },
  expired_key:    { status: null, holdSeconds: 0 },
  revoked_key:    { status: null, holdSeconds: 0 },
};

/**
 * Returns the scenario that the call asks for, or null. Throws `unknown_scenario`, and the refusals of
 * `expired_key` and `revoked_key`.
 */
export function scenarioOf(operation: DescribedOperation, { headers }: SentCall): Scenario | null {
  const name = headers[scenarioHeader];
  if (name === undefined) return null;
  if (name === 'expired_key') throw refuse('key_expired', 'The scenario expired_key: create another key.');
  if (name === 'revoked_key') throw refuse('key_revoked', 'The scenario revoked_key: create another key.');
  const known = Object.hasOwn(fixed, name) ? fixed[name] : undefined;
  if (known) return { name, ...known };
  const [, seconds] = /^latency_([1-9]\d?)s$/.exec(name) ?? [];
  if (seconds && Number(seconds) <= maxSeconds) return { name, status: null, holdSeconds: Number(seconds) };
  const [, status = ''] = /^status_([2-5]\d\d)$/.exec(name) ?? [];
  if (isDescribed(operation, status)) return { name, status: Number(status), holdSeconds: 0 };
  throw unknownScenario(operation);
}

function isDescribed({ answers }: DescribedOperation, status: string): boolean {
  return status !== '' && answers.some((it) => it.status === status || it.status === `${status[0]}XX`);
}

function unknownScenario({ answers }: DescribedOperation) {
  const statuses = answers.map(({ status }) => status).filter((status) => /^[2-5]/.test(status));
  const names = [
    ...Object.keys(fixed),
    `latency_1s to latency_${maxSeconds}s`,
    ...statuses.map((status) => `status_${status.replace('XX', '00')}`),
  ];
  const finding: Finding = {
    pointer: `/header/${scenarioHeader}`,
    code: 'unknown_scenario',
    message: `must be one of ${names.join(', ')}`,
  };
  const { message } = validationFailed([finding]);
  return refuse('unknown_scenario', message, { errors: [finding] });
}
