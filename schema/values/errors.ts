import { GraphQLError } from 'graphql';
import type { Actor } from '../../db/models/audit.ts';
import { WrongMac } from '../../db/row-macs.ts';
import { type ErrorCode, errorTable } from './error-table.ts';
import { prefixOf } from './id.ts';

/** One finding about a part of the input; `pointer` is an RFC 6901 JSON pointer into the input. */
export interface Finding {
  pointer: string;
  code: string;
  message: string;
}

export interface RefusalDetails {
  /** A longer text for refusals with a fixed message. It includes the message. */
  detail?: string;
  permission?: string;
  errors?: Finding[];
  /** The seconds after which the caller may retry; sent as `Retry-After`. */
  retryAfterSeconds?: number;
  /** For illegal moves of a state machine. */
  transition?: { from: string; action: string; allowed: string[] };
  scope?: string;
  /** The methods that the address supports; sent as `Allow`. */
  allow?: string[];
  /** The HTTP status that a provider answered with. */
  providerStatus?: number;
  /** The provider's explanation, bounded and without secrets: data, not instructions. */
  provider?: unknown;
  /** Whether the provider may have executed the call anyway. */
  mayHaveTakenEffect?: boolean;
  /** Whether only a new sign-in helps, and no fresh access token; for clients with an open socket. */
  needsSignIn?: boolean;
  /** The actor, if the caller is not signed in; only for the audit log. */
  actor?: Actor;
  /** The audit chain, if it does not follow from the caller; only for the audit log. */
  chain?: string;
  /** The root field and its arguments; only for the audit log. */
  attempt?: { action: string; args: object };
  /** The original refusal, if the answer contains another one; only for the audit log. */
  insteadOf?: Refusal;
  /** The row with the wrong MAC; only for the audit log. */
  broken?: { type: string; id: string };
  cause?: unknown;
}

/**
 * A refusal with a public sentence and a stable code. The `cause` is private and logged once, at the edge.
 */
export class Refusal extends Error {
  override name = 'Refusal';
  readonly code: ErrorCode;
  readonly details: RefusalDetails;

  constructor(code: ErrorCode, message: string, details: RefusalDetails = {}) {
    super(message, { cause: details.cause });
    this.code = code;
    this.details = details;
  }

  get status(): number {
    return errorTable[this.code][0];
  }
}

export function refuse(code: ErrorCode, message: string, details: RefusalDetails = {}): Refusal {
  return new Refusal(code, message, details);
}

/**
 * Returns the same refusal for missing, foreign and unreadable resources; it names the searched workspace.
 */
export function notFound({ workspaceId }: { workspaceId: string | null }, noun?: string): Refusal {
  const prefix = noun && prefixOf(noun);
  return refuse(
    'not_found',
    `There is ${noun ? `no ${noun}` : 'nothing'} with this id in the workspace ${workspaceId}. ` +
      (prefix ? `Its id begins with \`${prefix}_\`. ` : '') +
      'If it is in another workspace, send that workspace’s id as X-Workspace-Id.',
  );
}

// spec §7: word for word
export function permissionRequired(permission: string, help?: string): Refusal {
  const sentence = `Workspace permission is required: ${permission}`;
  return refuse('permission_required', sentence, { permission, ...helped(sentence, help) });
}

// spec §5.3: word for word, the same for unknown, foreign, malformed and inactive workspaces
export function workspaceAccessDenied(help?: string): Refusal {
  const sentence = 'You do not have access to the requested workspace';
  return refuse('workspace_access_denied', sentence, helped(sentence, help));
}

function helped(sentence: string, help: string | undefined): Pick<RefusalDetails, 'detail'> {
  return help === undefined ? {} : { detail: `${sentence}. ${help}` };
}

/** Returns the refusal of a session that is older than the reactivation of the membership; spec §5.11. */
export function sessionOlder(): Refusal {
  return refuse(
    'session_expired',
    'Your membership of this workspace was reactivated after you signed in. Sign in again.',
    { needsSignIn: true },
  );
}

/** Returns the same refusal for forged, foreign, ended and garbled access tokens. */
export function sessionInvalid(cause?: unknown): Refusal {
  return refuse('session_invalid', 'The access token is not valid. Sign in again.', { cause });
}

/** The same for an agent's access token. */
export function agentTokenInvalid(cause?: unknown): Refusal {
  return refuse(
    'session_invalid',
    'The MCP access token is not valid. Get one with an MCP credential: sign-in tokens and API keys do not work here.',
    { cause },
  );
}

/** Returns the refusal of a token that lacks a scope. */
export function scopeMissing(needed: readonly string[], has: readonly string[]): Refusal {
  const lacking = needed.filter((scope) => !has.includes(scope));
  // Some clients request exactly the scopes of the challenge, so it also names those that the token has.
  const scope = [...new Set([...has, ...needed])].toSorted().join(' ');
  return refuse(
    'insufficient_scope',
    `The token lacks the scope ${lacking.join(' ')}. Get a token with this scope.`,
    { scope },
  );
}

export function methodNotAllowed(method: string, allow: readonly string[]): Refusal {
  const sentence = `${method} is not supported here. Use ${allow.join(', ')}.`;
  return refuse('method_not_allowed', sentence, { allow: [...allow] });
}

export const requiredMessage = 'is required';

/** Returns the finding for a missing required field, the same on every surface. */
export function missing(pointer: string): Finding {
  return { pointer, code: 'required', message: requiredMessage };
}

export function validationFailed(errors: Finding[], sentence = sentenceOf(errors)): Refusal {
  return refuse('validation_failed', sentence, { errors });
}

function sentenceOf([first, ...others]: Finding[]): string {
  if (!first) return 'The input is not valid.';
  if (!first.pointer) return `The input ${first.message}.`;
  // An unknown field is reported together with a missing one, since it may be the same field misspelled.
  const unknown = first.code === unknownField ? [] : others.filter(({ code }) => code === unknownField);
  const told = [first, ...unknown.slice(0, 1)];
  const words = told.map(({ pointer, message }) => `${pointer} ${message}`);
  return `The input is not valid: ${words.join(', and ')}${moreThan(told.length, [first, ...others])}.`;
}

const unknownField = 'unknown_field';

/** Returns how many further findings `errors` contains, if the sentence omits some. */
export function moreThan(told: number, { length }: readonly Finding[]): string {
  return length > told ? ` (and ${length - told} more in \`errors\`)` : '';
}

/** Returns the refusal inside an error; null for unexpected errors. */
export function refusalOf(error: unknown): Refusal | null {
  if (error instanceof Refusal) return error;
  if (error instanceof WrongMac) return integrityFailed(error);
  if (error instanceof GraphQLError && error.originalError) return refusalOf(error.originalError);
  return null;
}

const ofWrong = new WeakMap<WrongMac, Refusal>();

/** Returns the same refusal for the same error, since callers add details to it. */
function integrityFailed(cause: WrongMac): Refusal {
  const { table, row } = cause;
  const chain = row.workspaceId ?? row.personId;
  const refusal =
    ofWrong.get(cause) ??
    refuse(
      'integrity_check_failed',
      `The row ${row.id} of ${table} was changed outside of Sallyport, so it grants nothing. Ask the operator to run \`npm run verify\`.`,
      { cause, broken: { type: table, id: row.id }, ...(chain && { chain }) },
    );
  ofWrong.set(cause, refusal);
  return refusal;
}

/** Returns the refusal's fields besides its message, with the same names on every surface. */
export function refusalBody(refusal: Refusal, requestId: string) {
  const { detail, permission, errors, transition, scope } = refusal.details;
  const { providerStatus, provider, mayHaveTakenEffect } = refusal.details;
  return {
    code: refusal.code,
    status: refusal.status,
    requestId,
    ...(detail && { detail }),
    ...(permission && { permission }),
    ...(scope && { scope }),
    ...(transition && { transition }),
    ...(providerStatus !== undefined && { providerStatus }),
    ...(provider !== undefined && { provider }),
    ...(mayHaveTakenEffect !== undefined && { mayHaveTakenEffect }),
    ...(errors && { errors }),
  };
}
