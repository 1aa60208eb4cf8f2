import { EgressFailure, type Bounds, type EgressFailureCode } from '../../schema/kernel/ports/egress.ts';
import { RemoteToolsFailure, type RemoteToolsFailureCode } from '../../schema/kernel/ports/remote-tools.ts';

// oxfmt-ignore
const codes: Record<EgressFailureCode, RemoteToolsFailureCode> = {
  destination_not_allowed: 'destination_not_allowed',
  request_not_allowed:     'request_not_allowed',
  unreachable:             'unreachable',
  timeout:                 'too_slow',
  answer_too_large:        'too_large',
  answer_unreadable:       'unreadable',
  redirect_not_allowed:    'unreachable',
};

/** Returns the failure for an error of egress; throws any other error again. */
export function ofEgress(error: unknown, { timeoutMs }: Bounds): RemoteToolsFailure {
  if (!(error instanceof EgressFailure)) throw error;
  // For these, the sentences of egress mention headers, a part of the time, or the redirect's target.
  const ours: Partial<Record<EgressFailureCode, string>> = {
    request_not_allowed: 'A given header cannot be sent.',
    timeout: `The MCP server did not answer completely within ${timeoutMs / 1000} seconds.`,
    redirect_not_allowed: 'The MCP server redirects, which is not followed. Use the target URL.',
  };
  return failure(codes[error.code], ours[error.code] ?? error.message, error);
}

export function ofStatus(status: number): RemoteToolsFailure {
  if (status === 401 || status === 403)
    return new RemoteToolsFailure(
      'refused',
      `The MCP server refuses the credential, with the status ${status}.`,
      {
        status,
      },
    );
  if (status === 429 || status >= 500)
    return failure(
      'unreachable',
      `The MCP server cannot answer now; its status is ${status}. Try again later.`,
    );
  return notMcp(`It answers with the status ${status}.`);
}

/** Returns the failure for a JSON-RPC error, without the server's message. */
export function rejected(code: number): RemoteToolsFailure {
  return failure('rejected', `The MCP server answers with the JSON-RPC error ${code}.`);
}

export function inputRequired(): RemoteToolsFailure {
  return failure('input_required', 'The tool needs input from a person first, which is not supported.');
}

export function notMcp(sentence: string, cause?: unknown): RemoteToolsFailure {
  return failure('not_mcp', `The URL does not lead to a usable MCP server. ${sentence}`, cause);
}

export function unreadable(cause?: unknown): RemoteToolsFailure {
  return failure('unreadable', 'The MCP server’s answer is not valid MCP.', cause);
}

function failure(code: RemoteToolsFailureCode, message: string, cause?: unknown): RemoteToolsFailure {
  return new RemoteToolsFailure(code, message, { cause });
}
