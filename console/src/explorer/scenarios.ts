import type { OperationAnswer } from '../parts/operation-document.ts';

// oxfmt-ignore
const fixed: readonly (readonly [name: string, words: string])[] = [
  ['', 'None: the usual answer'],
  ['rate_limited', 'Rate limited (429)'],
  ['server_error', 'Server error (500)'],
  ['unavailable', 'Unavailable (503)'],
  ['timeout', 'No answer, after 30 seconds'],
  ['truncated', 'A body that ends in the middle'],
  ['not_json', 'A body that is not JSON'],
  ['empty', 'An empty body'],
  ['unknown_fields', 'A body with unknown fields'],
  ['expired_key', 'The key has expired'],
  ['revoked_key', 'The key is revoked'],
  ['latency_1s', 'The usual answer, after 1 second'],
  ['latency_5s', 'The usual answer, after 5 seconds'],
  ['latency_30s', 'The usual answer, after 30 seconds'],
];

/** Returns the scenarios that the sandbox plays for an operation. */
export function scenariosOf(answers: readonly OperationAnswer[]): (readonly [string, string])[] {
  const statuses = answers
    .filter(({ status, isOfServer }) => !isOfServer && /^[2-5]/.test(status))
    .map(({ status }) => status.replace('XX', '00'));
  return [
    ...fixed,
    ...statuses.map((status) => [`status_${status}`, `The described answer ${status}`] as const),
  ];
}
