import type { Call, Send } from '../client.ts';
import { isAnswered, unexpected, type Expected } from './expected.ts';
import { say, style } from './transcript.ts';

export interface BriefStep extends Call {
  expect: Expected;
  /** Returns the one fact of the answer that is worth showing. */
  fact?: (answer: unknown) => string;
}

export interface Brief {
  /** Sends a request and prints two lines: the reason, then the route with the status and the fact. */
  step: (why: string, call: string, step: BriefStep) => Promise<unknown>;
  /** Sends a request that belongs to the next step, and prints nothing. */
  prepare: (call: string, step: BriefStep) => Promise<unknown>;
}

const idPattern = /\b[a-z]+_[0-9a-z]{26}\b/g;

export function createBrief(send: Send, originOf: (path: string) => string): Brief {
  let taken = 0;
  const request = async (at: number, call: string, { expect, as, workspace, body }: BriefStep) => {
    const [method = '', path = ''] = call.split(' ');
    const answer = await send(method, originOf(path) + path, { as, workspace, body });
    if (!isAnswered(answer, expect)) throw unexpected(at, answer, expect);
    return answer;
  };
  return {
    async step(why, call, step) {
      taken += 1;
      say(`${String(taken).padStart(2)}. ${style('bold', why)}`);
      const { status, body } = await request(taken, call, step);
      const code = (body as { code?: string }).code ?? '';
      const outcome = style(status < 400 ? 'green' : 'yellow', `${status} ${code}`.trim());
      const fact = step.fact ? `  ${step.fact(body)}` : '';
      say(`    ${style('cyan', call.replaceAll(idPattern, ':id'))} → ${outcome}${fact}`);
      return body;
    },
    prepare: async (call, step) => (await request(taken + 1, call, step)).body,
  };
}
