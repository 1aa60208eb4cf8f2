import { GraphQLError } from 'graphql';
import type { Actor } from '../../db/models/audit.ts';
import { WrongMac } from '../../db/row-macs.ts';

/** Every refusal a caller can meet: its code, its HTTP status and its title. */
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

/** One finding about a part of the input; `pointer` is an RFC 6901 JSON pointer into what the caller sent. */
export interface Finding {
  pointer: string;
  code: string;
  message: string;
}

export interface RefusalDetails {
  /** What there is to say beyond the message, where that is fixed; whole sentences, the message's own included. */
  detail?: string;
  permission?: string;
  errors?: Finding[];
  /** Seconds after which the caller may come back; becomes `Retry-After`. */
  retryAfterSeconds?: number;
  /** For illegal moves of a state machine. */
  transition?: { from: string; action: string; allowed: string[] };
  scope?: string;
  /** The HTTP status that a provider answered with. */
  providerStatus?: number;
  /** What the provider says of it, bounded and without secrets: data, and no instructions. */
  provider?: unknown;
  /** Whether what was asked of a provider may have been done all the same. */
  mayHaveTakenEffect?: boolean;
  /** Whether no fresh access token of the session mends it; for who keeps a socket open. */
  needsSignIn?: boolean;
  /** Whose attempt it was, where the caller is not signed in; for the audit log alone. */
  actor?: Actor;
  /** Whose log it belongs to, where that does not follow from the caller; for the audit log alone. */
  chain?: string;
  /** The root field and what it was given; for the audit log alone. */
  attempt?: { action: string; args: object };
  /** What was refused, where the answer says something else; for the audit log alone. */
  insteadOf?: Refusal;
  /** The row whose MAC is wrong; for the audit log alone. */
  broken?: { type: string; id: string };
  cause?: unknown;
}

/** A refusal with a public sentence and a stable code; the `cause` is private and logged once, at the edge. */
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

/** The same answer for what is missing, foreign or unreadable; it names the workspace that was looked in. */
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

// spec §5.3: word for word, the same for unknown, foreign, malformed and inactive
export function workspaceAccessDenied(help?: string): Refusal {
  const sentence = 'You do not have access to the requested workspace';
  return refuse('workspace_access_denied', sentence, helped(sentence, help));
}

function helped(sentence: string, help: string | undefined): Pick<RefusalDetails, 'detail'> {
  return help === undefined ? {} : { detail: `${sentence}. ${help}` };
}

/** The session began before the membership was given back; spec §5.11. */
export function sessionOlder(): Refusal {
  return refuse(
    'session_expired',
    'Your membership of this workspace was reactivated after you signed in. Sign in again.',
    { needsSignIn: true },
  );
}

/** The same answer for a forged, foreign, ended or garbled access token. */
export function sessionInvalid(cause?: unknown): Refusal {
  return refuse('session_invalid', 'The access token is not valid. Sign in again.', { cause });
}

/** The same for an agent's. */
export function agentTokenInvalid(cause?: unknown): Refusal {
  return refuse(
    'session_invalid',
    'The MCP access token is not valid. Get a new one with your MCP credential.',
    { cause },
  );
}

/** What an agent's token may not be used for. */
export function scopeMissing(needed: readonly string[], has: readonly string[]): Refusal {
  const lacking = needed.filter((scope) => !has.includes(scope));
  // Clients ask for what they are told, and some for nothing else: a token for it alone would lack what this one has.
  const scope = [...new Set([...has, ...needed])].toSorted().join(' ');
  return refuse(
    'insufficient_scope',
    `The token lacks the scope ${lacking.join(' ')}. Get a token with this scope.`,
    { scope },
  );
}

export const missingWords = 'is required';

/** What is found of every required field that was not sent, on every surface. */
export function missing(pointer: string): Finding {
  return { pointer, code: 'required', message: missingWords };
}

export function validationFailed(errors: Finding[], sentence = sentenceOf(errors)): Refusal {
  return refuse('validation_failed', sentence, { errors });
}

function sentenceOf([first, ...others]: Finding[]): string {
  if (!first) return 'The input is not valid.';
  if (!first.pointer) return `The input ${first.message}.`;
  // Beside what is missing, since it may be the same field misspelt.
  const unknown = first.code === unknownField ? [] : others.filter(({ code }) => code === unknownField);
  const told = [first, ...unknown.slice(0, 1)];
  const words = told.map(({ pointer, message }) => `${pointer} ${message}`);
  return `The input is not valid: ${words.join(', and ')}${moreThan(told.length, [first, ...others])}.`;
}

const unknownField = 'unknown_field';

/** Where not all findings are told in words: how many there are beside, and where. */
export function moreThan(told: number, { length }: readonly Finding[]): string {
  return length > told ? ` (and ${length - told} more in \`errors\`)` : '';
}

/** The refusal inside a GraphQL error, or null where the error is nobody's doing but ours. */
export function refusalOf(error: unknown): Refusal | null {
  if (error instanceof Refusal) return error;
  if (error instanceof WrongMac) return integrityFailed(error);
  if (error instanceof GraphQLError && error.originalError) return refusalOf(error.originalError);
  return null;
}

const ofWrong = new WeakMap<WrongMac, Refusal>();

/** The same refusal each time: whoever passes it on adds to it. */
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

/** What a refusal tells beside its message, spelled the same on every surface. */
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
