import { agentOf, type Context } from '../../kernel/context.ts';
import { refusalOf } from '../../values/errors.ts';

/** The requests of agents, named after the MCP tools; REST requests use the same names. */
type Asked =
  | 'search_capabilities'
  | 'describe_capability'
  | 'read_capability'
  | 'request_capability'
  | 'get_tool_call';

/** The subject of a request, as far as it is known. */
export interface Subject {
  capabilityId?: string | null | undefined;
  toolCallId?: string;
}

/**
 * Runs an agent's request and always logs it: the agent, the subject, and the code of a refusal. The work may
 * add to the subject. The log contains no arguments and no answers.
 */
export async function logged<Answer>(
  ctx: Context,
  asked: Asked,
  subject: Subject,
  work: (subject: Subject) => Promise<Answer>,
): Promise<Answer> {
  const { credentialId: agent, workspaceId } = agentOf(ctx);
  const { requestId } = ctx.client;
  const tell = (outcome: string) =>
    ctx.log.info({ event: 'agent.called', requestId, workspaceId, agent, asked, subject, outcome });
  try {
    const answer = await work(subject);
    tell('SUCCESS');
    return answer;
  } catch (error) {
    tell(refusalOf(error)?.code ?? 'internal_error');
    throw error;
  }
}
