import { ApiKey, type Environment } from '../../../db/models/api-key.ts';
import { isGranting, ProductionAccess } from '../../../db/models/production-access.ts';
import { assertScope, hasScope } from '../../kernel/access/api-key-scope.ts';
import type { ApiKeyCaller } from '../../kernel/access/caller.ts';
import type { Context } from '../../kernel/context.ts';
import { refusalOf, type Refusal } from '../../values/errors.ts';
import { apiKeySnapshots, evaluateApiKey } from '../api-key/snapshot.ts';
import { noAccess, noKey, whyNot, whyNotBy, type WhyNot } from './why-not.ts';

/** The keys of an application in one environment, as far as they work now. */
export interface WorkingKeys {
  callers: readonly ApiKeyCaller[];
  /** Why none works; null if one does. */
  whyNone: WhyNot | null;
}

export async function workingKeys(
  ctx: Context,
  applicationId: string,
  environment: Environment,
): Promise<WorkingKeys> {
  const of = { applicationId, environment, status: 'ACTIVE' } as const;
  const keys = await ApiKey.inWorkspace(ctx).where(of).orderBy('id', 'desc').select('digest');
  const names = keys.map(({ digest }) => digest.toString('base64'));
  const results = await Promise.all(names.map(async (name) => await judged(ctx, name, environment)));
  const callers = results.flatMap(({ caller }) => caller ?? []);
  const [refusal] = results.flatMap((result) => result.refusal ?? []);
  if (callers.length > 0) return { callers, whyNone: null };
  if (refusal) return { callers, whyNone: whyNot(refusal) };
  const isBarred = environment === 'LIVE' && !(await hasAccess(ctx, applicationId));
  return { callers, whyNone: isBarred ? noAccess : noKey(environment) };
}

async function hasAccess(ctx: Context, applicationId: string): Promise<boolean> {
  const access = await ProductionAccess.inWorkspace(ctx).findOne({ applicationId });
  return isGranting(access?.status ?? null);
}

interface Judged {
  caller: ApiKeyCaller | null;
  refusal: Refusal | null;
}

async function judged(ctx: Context, name: string, environment: Environment): Promise<Judged> {
  const snapshot = await ctx.snapshots.of(apiKeySnapshots, name);
  try {
    return { caller: evaluateApiKey(snapshot, environment, ctx.clock.now()), refusal: null };
  } catch (error) {
    const refusal = refusalOf(error);
    if (!refusal) throw error;
    return { caller: null, refusal };
  }
}

/** Returns why no key may use the method; null if one may. */
export function whyNotByKey({ callers, whyNone }: WorkingKeys, method: string): WhyNot | null {
  const [first] = callers;
  if (!first) return whyNone;
  if (callers.some((caller) => hasScope({ caller }, method))) return null;
  return whyNotBy(() => assertScope({ caller: first }, method));
}
