import type { Context } from '../../kernel/context.ts';
import type { ApiKeyCaller } from '../../kernel/access/caller.ts';
import type { DescribedOperation } from '../../kernel/ports/product-descriptions.ts';
import { describedAnswer, exampleHeader } from './answer.ts';
import { played, scenarioAnswer, withUnknownFields } from './play.ts';
import { checkRequest } from './request-findings.ts';
import type { CallAnswer, SentCall } from '../../values/sent-call.ts';
import { rememberedAnswer, type ResourceCall } from './remembered.ts';
import type { Role } from './resource.ts';
import { scenarioOf } from './scenario.ts';
import type { ServedVersion } from './snapshot.ts';
import { admit } from './admit.ts';
import { assignedInSandbox } from './assigned.ts';

/** An answered call, and what it was judged by. */
export interface AnsweredCall {
  answer: CallAnswer;
  operation: DescribedOperation;
  version: ServedVersion;
  requestConforms: boolean;
}

/**
 * Answers a call of an API product with a sandbox key. Checks the assignment, then path and method, the quota,
 * the media type and the size of the body, and all values. Throws the first refusal.
 */
export async function answerCall(ctx: Context, call: SentCall): Promise<AnsweredCall> {
  const { assignment, version } = await assignedInSandbox(ctx, keyOf(ctx).applicationId, call);
  const { served, operation, captured } = await admit(
    ctx,
    { assignment, version },
    { ...call, environment: 'SANDBOX' },
  );
  const { findings, body } = await checkRequest(ctx, { operation, captured, call, version });
  const answer = await answerTo(ctx, {
    operation,
    role: served.roleOf(operation),
    version,
    call,
    body,
    sandbox: assignment.sandbox,
  });
  const requestConforms = findings.length === 0;
  const headers = { ...versionHeaders(ctx, version, !requestConforms), ...answer.headers };
  return { answer: { ...answer, headers }, operation, version, requestConforms };
}

interface Checked extends Omit<ResourceCall, 'applicationId' | 'role' | 'alter'> {
  role: Role | null;
}

async function answerTo(ctx: Context, checked: Checked): Promise<CallAnswer> {
  const { operation, call } = checked;
  const scenario = scenarioOf(operation, call);
  if (!scenario) return await usualAnswer(ctx, checked);
  const { status, name } = scenario;
  const alter = name === 'unknown_fields' ? withUnknownFields : undefined;
  return await played(ctx, scenario, keyOf(ctx).applicationId, async () =>
    status === null
      ? await usualAnswer(ctx, checked, alter)
      : scenarioAnswer(ctx, operation, { ...scenario, status }, call),
  );
}

/** What the sandbox holds comes first, then what the version describes. */
async function usualAnswer(
  ctx: Context,
  { role, ...checked }: Checked,
  alter = (value: unknown) => value,
): Promise<CallAnswer> {
  const { operation, call } = checked;
  const { applicationId } = keyOf(ctx);
  const isNamed = call.headers[exampleHeader] !== undefined;
  const remembered =
    role && !isNamed && (await rememberedAnswer(ctx, { ...checked, role, applicationId, alter }));
  return remembered || describedAnswer(operation, call, alter);
}

/** Returns the API key of a field that admits only API keys. */
export function keyOf({ caller }: Context): ApiKeyCaller {
  if (caller.kind !== 'API_KEY') throw new Error('The field was reached without an API key.');
  return caller;
}

/** Deprecation, its end and the place that explains it are told with each answer: RFC 9745 and RFC 8594. */
export function versionHeaders(
  { settings: { baseUrl } }: Context,
  { major, number, status, updatedAt, retiresAt }: ServedVersion,
  isUnfit: boolean,
): Record<string, string> {
  return {
    'sallyport-version': `${major}.${number}`,
    ...(isUnfit && { 'sallyport-request': 'unfit' }),
    ...(status === 'DEPRECATED' && {
      deprecation: `@${Math.floor(updatedAt.getTime() / 1000)}`,
      link: `<${baseUrl}/api/developer-portal/changelog>; rel="deprecation"`,
    }),
    ...(retiresAt && { sunset: retiresAt.toUTCString() }),
  };
}
