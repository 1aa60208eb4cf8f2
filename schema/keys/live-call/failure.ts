import { EgressFailure } from '../../kernel/ports/egress.ts';
import { RequestFailure } from '../../kernel/request-failure.ts';
import { refuse, type Refusal } from '../../values/errors.ts';

/** Returns the refusal for a failed call of an upstream; another error unchanged. */
export function refusalFor(error: unknown, isSafe: boolean): unknown {
  if (error instanceof RequestFailure)
    return refuse(
      'upstream_error',
      'The credential for the service behind the product cannot be sent. Inform the provider of the API.',
      { cause: error },
    );
  if (!(error instanceof EgressFailure)) return error;
  const mayRepeat = isSafe || error.isUnsent;
  const details = { cause: error, ...(!mayRepeat && { mayHaveTakenEffect: true }) };
  switch (error.code) {
    case 'timeout':
      return refuse(
        'upstream_timeout',
        `The service behind the product did not answer in time.${advice(mayRepeat)}`,
        details,
      );
    case 'unreachable':
      return refuse(
        'upstream_unavailable',
        `The service behind the product cannot be reached.${advice(mayRepeat)}`,
        { ...details, retryAfterSeconds: 5 },
      );
    case 'destination_not_allowed':
      return refuse(
        'upstream_error',
        'This server may not call the address of the service behind the product. Its operator can allow it in EGRESS_ALLOWED_HOSTS.',
        details,
      );
    case 'answer_too_large':
      return refuse(
        'upstream_error',
        'The answer of the service behind the product is larger than 5 MiB. Ask it for less.',
        details,
      );
    default:
      return refuse(
        'upstream_error',
        'The service behind the product gave no answer that can be passed on. Inform the provider of the API.',
        details,
      );
  }
}

/** For an open circuit. */
export function circuitOpen(retryAfterSeconds: number): Refusal {
  return refuse(
    'upstream_unavailable',
    `The service behind the product failed several times. Calls go to it again in ${retryAfterSeconds} seconds.`,
    { retryAfterSeconds },
  );
}

function advice(mayRepeat: boolean): string {
  return mayRepeat
    ? ' Repeat the request.'
    : ' The request may have taken effect. Check before you repeat it.';
}
