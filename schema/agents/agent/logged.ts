import { agentOf, type Context } from '../../kernel/context.ts';
import { refusalOf } from '../../values/errors.ts';

/** What an agent asks for, by the tools of MCP that ask for it; over REST it is the same. */
type Asked =
  | 'search_capabilities'
  | 'describe_capability'
  | 'read_capability'
  | 'request_capability'
  | 'get_tool_call';

/** What it is about, as far as that is known. */
export interface Subject {
  capabilityId?: string | null | undefined;
  toolCallId?: string;
}

/**
 * Does what an agent asks for, and leaves a line in the log however it ends: which agent, what for, and the code of a refusal.
 * What it is about may be found out meanwhile. No argument and no answer is in it.
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
    ctx.log.info({ event: 'agent.asked', requestId, workspaceId, agent, asked, subject, outcome });
  try {
    const answer = await work(subject);
    tell('SUCCESS');
    return answer;
  } catch (error) {
    tell(refusalOf(error)?.code ?? 'internal_error');
    throw error;
  }
}
