import type { Answer } from '../client.ts';

/** The status of the answer and, for a refusal, its code. */
export type Expected = number | [status: number, code: string];

export function isAnswered({ status, body }: Answer, expected: Expected): boolean {
  const [expectedStatus, code] = [expected].flat();
  return status === expectedStatus && (code === undefined || (body as { code?: unknown }).code === code);
}

/** Returns the error that ends the demo: it names the step, both answers, and what to check. */
export function unexpected(step: number, { status, body }: Answer, expected: Expected): Error {
  if (status === 202 && (body as { confirmationMailed?: boolean } | null)?.confirmationMailed === true)
    return new Error(
      'This server sends mail by SMTP, so each person has to confirm an address first. Run the demo against a server without SMTP_URL.',
    );
  return new Error(
    `Step ${step} expected the answer ${[expected].flat().join(' ')}, but the server answered ${status}. ` +
      'Set BASE_URL and SANDBOX_URL to the addresses of the server, and look at its log.',
  );
}
