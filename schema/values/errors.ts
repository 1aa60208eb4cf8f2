import { GraphQLError } from 'graphql';
import type { Actor } from '../../db/models/audit.ts';
import { WrongMac } from '../../db/row-macs.ts';

/** Every refusal that a caller can get: its code, HTTP status and title. */
// oxfmt-ignore
export const errorTable = {
  invalid_request:             [400, 'Invalid request'],
  invalid_cursor:              [400, 'Invalid cursor'],
  credential_in_url:           [400, 'Credential in a URL'],
  credential_malformed:        [400, 'Credential malformed'],

  session_missing:             [401, 'Session token missing'],
  session_invalid:             [401, 'Session token invalid'],
  session_expired:             [401, 'Session expired'],
  sign_in_failed:              [401, 'Sign-in failed'],
  refresh_token_invalid:       [401, 'Refresh token invalid'],
  credential_missing:          [401, 'Credential missing'],
  credential_invalid:          [401, 'Credential invalid'],
  key_revoked:                 [401, 'Key revoked'],
  key_expired:                 [401, 'Key expired'],
  wrong_environment:           [401, 'Wrong environment'],
  application_suspended:       [401, 'Application suspended'],
  application_deleted:         [401, 'Application deleted'],
  workspace_inactive:          [401, 'Workspace inactive'],
  automation_stopped:          [401, 'Automation stopped'],
  mcp_credential_stopped:      [401, 'MCP credential stopped'],

  workspace_access_denied:     [403, 'Workspace access denied'],
  permission_required:         [403, 'Permission required'],
  person_required:             [403, 'Person required'],
  origin_not_allowed:          [403, 'Origin not allowed'],
  rank_too_low:                [403, 'Rank too low'],
  insufficient_scope:          [403, 'Insufficient scope'],
  production_access_required:  [403, 'Production access required'],
  production_access_suspended: [403, 'Production access suspended'],
  self_approval_forbidden:     [403, 'Self-approval forbidden'],
  approver_too_new:            [403, 'Approver too new'],
  approver_not_independent:    [403, 'Approver not independent'],
  address_not_proved:          [403, 'Address not verified'],
  integrity_check_failed:      [403, 'Integrity check failed'],
  invitation_email_mismatch:   [403, 'Invitation for another address'],

  not_found:                   [404, 'Not found'],
  method_not_allowed:          [405, 'Method not allowed'],

  invalid_transition:          [409, 'Invalid transition'],
  key_not_rotatable:           [409, 'Key not rotatable'],
  last_owner:                  [409, 'Last owner'],
  no_eligible_approver:        [409, 'No eligible approver'],
  already_decided:             [409, 'Already decided'],
  subject_changed:             [409, 'Subject changed'],
  already_member:              [409, 'Already a member'],
  already_granted:             [409, 'Already granted'],
  already_invited:             [409, 'Already invited'],
  email_taken:                 [409, 'E-mail address taken'],
  name_taken:                  [409, 'Name taken'],
  limit_reached:               [409, 'Limit reached'],
  authorization_failed:        [409, 'Authorization failed'],
  provider_identity_changed:   [409, 'Provider account changed'],
  connection_unusable:         [409, 'Connection unusable'],
  selection_stale:             [409, 'Selection stale'],
  in_use:                      [409, 'In use'],
  idempotency_in_progress:     [409, 'Request in progress'],

  invitation_expired:          [410, 'Invitation expired'],
  invitation_revoked:          [410, 'Invitation revoked'],
  mailed_token_invalid:        [410, 'Mailed token invalid'],

  version_conflict:            [412, 'Version conflict'],
  payload_too_large:           [413, 'Payload too large'],
  unsupported_media_type:      [415, 'Unsupported media type'],

  validation_failed:           [422, 'Validation failed'],
  expiry_out_of_range:         [422, 'Expiry out of range'],
  url_not_allowed:             [422, 'Address not allowed'],
  secret_in_settings:          [422, 'Secret in settings'],
  secret_value_in_settings:    [422, 'Secret value in settings'],
  idempotency_key_reused:      [422, 'Idempotency key reused'],

  if_match_required:           [428, 'If-Match required'],

  rate_limited:                [429, 'Rate limited'],
  too_many_attempts:           [429, 'Too many attempts'],

  internal_error:              [500, 'Internal error'],
  provider_error:              [502, 'Provider error'],
  service_unavailable:         [503, 'Service unavailable'],
  vault_unavailable:           [503, 'Vault unavailable'],
  provider_unavailable:        [503, 'Provider unavailable'],
  provider_timeout:            [504, 'Provider timeout'],
} as const satisfies Record<string, readonly [status: number, title: string]>;

export type ErrorCode = keyof typeof errorTable;

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
  return refuse(
    'not_found',
    `There is ${noun ? `no ${noun}` : 'nothing'} with this id in the workspace ${workspaceId}. If it is in another workspace, send that workspace’s id as X-Workspace-Id.`,
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
    'The MCP access token is not valid. Get a new one with your MCP credential.',
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
