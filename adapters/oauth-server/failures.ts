import type Provider from 'oidc-provider';
import { errors, type KoaContextWithOIDC } from 'oidc-provider';
import { recordDenials } from '../../schema/records/audit/deny.ts';
import type { Context } from '../../schema/kernel/context.ts';
import { refusalOf, refuse, type Refusal } from '../../schema/values/errors.ts';
import { countFailure } from '../../schema/kernel/limit.ts';
import { reportError } from './pages/error.ts';
import { contextOfRequest, noteRefusal } from './requests.ts';
import { wordsFor } from './token-messages.ts';

/**
 * Counts each failed authentication of a client against its address, like other wrong credentials; too many
 * get a 429. Logs errors thrown here, and answers them like those of the library.
 */
export function watchFailures(provider: Provider): void {
  provider.on('server_error', (ctx, error) => {
    noteRefusal(ctx.req, 'server_error');
    const own = contextOfRequest(ctx.req);
    tell(own, error);
    // A row that was changed outside the service fails here, and the audit log records it.
    void recordDenials(own, [error]).catch((cause: unknown) => tell(own, cause));
    answerRefusal(ctx, refusalOf(error));
  });
  provider.on('authorization.error', (ctx, { error }) => noteRefusal(ctx.req, error));
  provider.on('grant.error', explain);
  provider.on('revocation.error', explain);
  provider.use(async (ctx, next) => {
    const own = contextOfRequest(ctx.req);
    try {
      await next();
      if (ctx.status === 200 && ctx.response.is('html')) await refuseLibraryPage(ctx);
      for (const name of corsHeaders) ctx.remove(name);
      const refusal = ctx.status === 401 ? await counted(own) : null;
      if (refusal?.code !== 'rate_limited') return;
      ctx.status = refusal.status;
      ctx.set('retry-after', String(refusal.details.retryAfterSeconds));
      ctx.body = { error: 'temporarily_unavailable', error_description: refusal.message };
    } catch (error) {
      tell(own, error);
      ctx.status = 500;
      await reportError(ctx as never, { error: 'server_error' }, error as Error);
    }
  });
}

// The library answers 500 to an unknown error. Of our refusals, only a 403 matches `access_denied`.
function answerRefusal(ctx: KoaContextWithOIDC, refusal: Refusal | null): void {
  if (refusal?.status !== 403 || ctx.status !== 500) return;
  ctx.status = refusal.status;
  if (!ctx.response.is('html')) ctx.body = { error: 'access_denied', error_description: refusal.message };
}

function explain(ctx: KoaContextWithOIDC, refused: errors.OIDCProviderError): void {
  noteRefusal(ctx.req, refused.error);
  const error_description = wordsFor(ctx, refused);
  if (error_description !== undefined) ctx.body = { error: refused.error, error_description };
}

// If two tabs sign in at the same time, the library answers with a sign-out page that contains a script.
async function refuseLibraryPage(ctx: ReturnType<Provider['createContext']>): Promise<void> {
  ctx.status = 400;
  const over = new errors.SessionNotFound('a person has signed in with another tab');
  await reportError(ctx as never, { error: 'invalid_request' }, over);
}

function tell({ log, client: { requestId } }: Context, error: unknown): void {
  log.error({ event: 'oauth.failed', requestId, error });
}

// Only programs use these answers, so no page of another origin needs to read them.
const corsHeaders = ['access-control-allow-origin', 'access-control-expose-headers'];

async function counted(ctx: Context): Promise<Refusal> {
  const attempt = { action: 'oauth.token', args: {} };
  const wrong = refuse('sign_in_failed', 'The client could not authenticate.', { attempt });
  const refusal = await countFailure(ctx.limiter, ctx.client.ip, wrong);
  await recordDenials(ctx, [wrong]);
  return refusal;
}
