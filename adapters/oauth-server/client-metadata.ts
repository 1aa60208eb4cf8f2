import { z } from 'zod';
import type { IncomingAnswer } from '../../schema/kernel/ports/egress.ts';
import { JsonRefusal } from '../http/json-scan.ts';
import { parseJson } from '../http/json.ts';
import { redirectFault } from '../../schema/values/redirect-uri.ts';
import { ofPeople } from './member-clients.ts';
import { visible } from '../../schema/values/visible.ts';

/** The URL of a client's document is unreachable for now. */
export class Unreachable extends Error {}

/** A fault in a client's metadata; the message follows “The application’s metadata document at <URL>”. */
export class DocumentFault extends Error {
  /** Whether the fault is in the redirect URIs. */
  readonly isOfRedirects: boolean;

  constructor(message?: string, options?: ErrorOptions, isOfRedirects = false) {
    super(message, options);
    this.isOfRedirects = isOfRedirects;
  }
}

const loopbackAlone =
  'uses http for a host other than 127.0.0.1, [::1] and localhost, which only those may use';
const nowhereToLead = 'has no `redirect_uris`';
const badName = 'has a `client_name` that is not a string of at most 200 characters';
const badMethod =
  'has a `token_endpoint_auth_method` other than `none` and `private_key_jwt`: a public document cannot contain a secret';
const badGrants = 'has `grant_types` that are not a list of at most 20 strings';
const noKeys = 'has the `token_endpoint_auth_method` `private_key_jwt`, but no `jwks` to verify with';
const badKeys = 'has a `jwks` that is not a set of 1 to 10 keys';

const described = z.object(
  {
    client_name: z.string(badName).max(200, badName).transform(visible).optional(),
    redirect_uris: z
      .array(z.string(nowhereToLead).max(2_048, nowhereToLead), nowhereToLead)
      .min(1, nowhereToLead)
      .max(50, 'has more than 50 `redirect_uris`')
      .transform((uris, found) => {
        const good = uris.filter((uri) => redirectFault(uri) === null);
        if (good.length === 0) found.addIssue(uris.some(isPlainElsewhere) ? loopbackAlone : noRedirect);
        return good;
      }),
    token_endpoint_auth_method: z.enum(['none', 'private_key_jwt'], badMethod).default('none'),
    grant_types: z.array(z.string(badGrants), badGrants).max(20, badGrants).optional(),
    jwks: z
      .object(
        {
          keys: z
            .array(z.record(z.string(), z.unknown(), badKeys), badKeys)
            .min(1, badKeys)
            .max(10, badKeys),
        },
        badKeys,
      )
      .optional(),
  },
  'is not a JSON object',
);
const document = described.extend({ client_id: z.string('has no `client_id`') });
const registration = described.refine(
  ({ token_endpoint_auth_method, jwks }) => token_endpoint_auth_method === 'none' || jwks !== undefined,
  noKeys,
);
const noRedirect =
  'has no usable `redirect_uris`: https URLs, http URLs of this machine, or URLs with a scheme such as com.example.app, without login or #';

/** Returns the members of a client's document that this server uses. Throws a DocumentFault. */
export function metadataIn({ body }: IncomingAnswer, url: URL) {
  const { client_id, ...said } = checked(document, jsonOf(body));
  if (URL.parse(client_id)?.href !== url.href)
    throw new DocumentFault('has a `client_id` that differs from its own URL');
  return { client_id, ...metadataOf(said) };
}

/** Returns the same for a client that registers itself (RFC 7591); it never gets a secret. */
export function registrationIn(body: Buffer) {
  const said = jsonOf(body);
  return metadataOf(
    checked(registration, asksForSecret(said) ? { ...said, token_endpoint_auth_method: 'none' } : said),
  );
}

function asksForSecret(said: unknown): said is object {
  if (typeof said !== 'object' || said === null) return false;
  const { token_endpoint_auth_method: method } = said as { token_endpoint_auth_method?: unknown };
  return typeof method === 'string' && method.startsWith('client_secret_');
}

function metadataOf({ jwks, client_name, grant_types, ...said }: z.infer<typeof described>) {
  const common = ofPeople(said.redirect_uris);
  return {
    ...said,
    ...(client_name && { client_name }),
    ...(jwks && { jwks }),
    ...common,
    // RFC 7591 §2 defaults to no refresh token. Few clients mean that here, and the token does no harm.
    grant_types: common.grant_types.filter(
      (type) => type !== 'refresh_token' || grant_types?.includes(type) !== false,
    ),
  };
}

function jsonOf(body: Buffer): unknown {
  try {
    return parseJson(body);
  } catch (error) {
    if (error instanceof JsonRefusal) throw new DocumentFault('is not JSON', { cause: error });
    throw error;
  }
}

function checked<Value>(form: z.ZodType<Value>, value: unknown): Value {
  const result = form.safeParse(value);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw new DocumentFault(issue?.message, { cause: result.error }, issue?.path[0] === 'redirect_uris');
}

/** Whether the URI uses http for another machine, a common mistake. */
function isPlainElsewhere(uri: string): boolean {
  const { protocol, hostname } = URL.parse(uri) ?? {};
  return protocol === 'http:' && !loopback.has(hostname ?? '');
}

const loopback = new Set(['127.0.0.1', '[::1]', 'localhost']);
