import { refuse, validationFailed, type Refusal } from '../../values/errors.ts';
import { EgressFailure } from '../../kernel/ports/egress.ts';
import { RemoteToolsFailure } from '../../kernel/ports/remote-tools.ts';
import { AnswerFailure } from './answer.ts';
import { refusalOfAnswer, refusalOfEgress, refusalOfTools, type Call } from './failure.ts';
import { RequestFailure } from './request-failure.ts';

/** What went wrong with a call, as whoever asked for it is told; what is our own doing stays as it is. */
export function refusalFor(error: unknown, call: Call): unknown {
  if (error instanceof EgressFailure) return refusalOfEgress(error, call);
  if (error instanceof RemoteToolsFailure) return refusalOfTools(error, call);
  if (error instanceof AnswerFailure) return refusalOfAnswer(error, call);
  return error instanceof RequestFailure ? refusalOfRequest(error) : error;
}

/** Of what could not be built: the arguments are the caller’s to mend, anything else is the connection’s. */
function refusalOfRequest({ code, message, pointer }: RequestFailure): Refusal {
  if (pointer === null) return refuse('connection_unusable', message);
  return validationFailed([{ pointer: `/arguments${pointer}`, code, message }], message);
}
