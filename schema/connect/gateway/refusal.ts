import { refuse, validationFailed, type Refusal } from '../../values/errors.ts';
import { EgressFailure } from '../../kernel/ports/egress.ts';
import { RemoteToolsFailure } from '../../kernel/ports/remote-tools.ts';
import { AnswerFailure } from './answer.ts';
import { refusalOfAnswer, refusalOfEgress, refusalOfTools, type Call } from './failure.ts';
import { RequestFailure } from '../../kernel/request-failure.ts';

/** Converts the failure of a call to a refusal. Returns internal errors unchanged. */
export function refusalFor(error: unknown, call: Call): unknown {
  if (error instanceof EgressFailure) return refusalOfEgress(error, call);
  if (error instanceof RemoteToolsFailure) return refusalOfTools(error, call);
  if (error instanceof AnswerFailure) return refusalOfAnswer(error, call);
  return error instanceof RequestFailure ? refusalOfRequest(error) : error;
}

/** Callers can fix arguments; anything else is a problem of the connection. */
function refusalOfRequest({ code, message, pointer }: RequestFailure): Refusal {
  if (pointer === null) return refuse('connection_unusable', message);
  return validationFailed([{ pointer: `/arguments${pointer}`, code, message }], message);
}
