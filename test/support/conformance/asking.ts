import { randomBytes } from 'node:crypto';
import { CLIENT_CAPABILITIES_META_KEY, createRequestStateCodec } from '@modelcontextprotocol/server';
import { codes, metaOf, ProtocolError, type Call } from '../../../adapters/mcp/protocol.ts';

/** How the fixtures request input from a person: by a special answer, with state that the client returns. */

const states = createRequestStateCodec({ key: randomBytes(32).toString('hex') });

export const form = (message: string, name: string, type = 'string') => ({
  method: 'elicitation/create',
  params: {
    message,
    requestedSchema: { type: 'object', properties: { [name]: { type } }, required: [name] },
  },
});
export const sampling = (words: string, maxTokens: number) => ({
  method: 'sampling/createMessage',
  params: { messages: [{ role: 'user', content: { type: 'text', text: words } }], maxTokens },
});
export const roots = { method: 'roots/list', params: {} };

export async function ask(inputRequests: Record<string, object>, state?: unknown): Promise<never> {
  const requestState = state === undefined ? {} : { requestState: await states.mint(state) };
  // The official schema of a result also accepts input requests, but its type does not include them.
  return { resultType: 'input_required', inputRequests, ...requestState } as never;
}

/** Returns the answer to one of the questions; null if it is missing or no object. */
export function answerTo({ params }: Call, name: string): Record<string, unknown> | null {
  const { inputResponses } = params as { inputResponses?: Record<string, unknown> | null };
  const answer = inputResponses?.[name];
  return typeof answer === 'object' && answer !== null ? (answer as Record<string, unknown>) : null;
}

/** Returns the state from the request. Throws if it was changed. */
export async function stateOf({ params }: Call): Promise<unknown> {
  const { requestState } = params as { requestState?: string };
  if (requestState === undefined) return undefined;
  return await states.verify(requestState, {} as never).catch(() => {
    throw new ProtocolError(codes.invalidParams, 'The requestState is none of ours, or was changed.');
  });
}

export function clientCan({ params }: Call, capability: string): boolean {
  const capabilities = metaOf(params)[CLIENT_CAPABILITIES_META_KEY] as Record<string, unknown> | undefined;
  return capabilities?.[capability] !== undefined;
}

export function assertCapability(call: Call, capability: string): void {
  if (clientCan(call, capability)) return;
  throw new ProtocolError(codes.missingClientCapability, `This needs a client with ${capability}.`, {
    data: { requiredCapabilities: { [capability]: {} } },
  });
}
