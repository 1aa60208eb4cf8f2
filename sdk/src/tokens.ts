import { ClientSecretBasic, type JWK } from 'oauth4webapi';
import { unlessAborted } from './clock.ts';
import { invalid } from './errors.ts';
import { isVisible } from './exchange.ts';
import { issuerOf, type Issued, type Proving } from './issuer.ts';
import { authenticationByKey, type SigningKey } from './keys.ts';
import type { Preferences, Proof, Way } from './options.ts';

/** The source of access tokens. */
export interface Tokens {
  /** Returns a token that is valid as far as the client knows. */
  current: (signal?: AbortSignal) => Promise<string>;
  /** Drops a token that the server refused. */
  forget: (token: string) => void;
}

/** How long before its end a token is replaced, so that it does not expire in transit. */
const marginMs = 30_000;

/** Returns the source of access tokens for the options. Throws `invalid_argument`. */
export function tokensOf(way: Way, options: Pick<Preferences, 'scopes'> & Proof): Tokens {
  const { credentialId, secret, privateKey, token }: Given = options;
  if ([secret, privateKey, token].filter((one) => one !== undefined).length !== 1)
    throw invalid('Pass one of `secret`, `privateKey` and `token`.');
  if (token) return givenBy(token);
  if (!credentialId) throw invalid('`credentialId` must be the id of an MCP credential, such as mcpc_….');
  const { scopes = ['mcp:read', 'mcp:request'] } = options;
  const asking = { credentialId, scopes, ...(privateKey ? byKey(privateKey) : bySecret(secret)) };
  return keptFrom(way, issuerOf(way, asking));
}

/** The options without type guarantees, since callers may be untyped. */
interface Given {
  credentialId?: string;
  secret?: string;
  privateKey?: SigningKey | JWK;
  token?: () => Promise<string>;
}

function bySecret(secret: string | undefined): Proving {
  if (!isVisible(secret)) throw invalid('`secret` must be the whole secret of the MCP credential.');
  const authentication = ClientSecretBasic(secret);
  return { secrets: [secret], authentication: async () => authentication };
}

// An unusable key is reported to each caller.
function byKey(privateKey: SigningKey | JWK): Proving {
  const authentication = authenticationByKey(privateKey);
  authentication.catch(() => {});
  return { secrets: [], authentication: async () => await authentication };
}

function givenBy(token: () => Promise<string>): Tokens {
  const current = async (signal?: AbortSignal) => {
    const given = await unlessAborted(Promise.resolve(token()), signal);
    if (isVisible(given)) return given;
    throw invalid('`token` must give an access token: a text of visible ASCII characters.');
  };
  return { current, forget: () => {} };
}

// Concurrent callers share one request for a token. A caller that stops waiting does not cancel it for the
// others.
function keptFrom({ clock }: Way, issue: () => Promise<Issued>): Tokens {
  let kept: { token: string; until: number } | null = null;
  let underWay: Promise<string> | null = null;
  const renew = async (): Promise<string> => {
    try {
      const { token, lifeMs } = await issue();
      const until = lifeMs === null ? Infinity : clock.now() + lifeMs - Math.min(marginMs, lifeMs / 2);
      kept = { token, until };
      return token;
    } finally {
      underWay = null;
    }
  };
  return {
    current: async (signal) => {
      if (kept && clock.now() < kept.until) return kept.token;
      underWay ??= renew();
      return await unlessAborted(underWay, signal);
    },
    forget: (token) => {
      if (kept?.token === token) kept = null;
    },
  };
}
