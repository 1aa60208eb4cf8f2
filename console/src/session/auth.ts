import { Refusal, unreachable } from '../parts/refusal.ts';

export interface Grant {
  accessToken: string;
  expiresIn: number;
  person: { id: string; name: string; email: string; emailVerified: boolean };
}

const lock = 'sallyport:refresh';

/**
 * Does one thing with the cookie at a time, in all tabs: the answer to an older request must not replace the cookie of a
 * newer session.
 */
export async function exclusively<Result>(work: () => Promise<Result>): Promise<Result> {
  // Without https there are no locks.
  return 'locks' in navigator ? await navigator.locks.request(lock, work) : await work();
}

/** Sends a request to `/api/auth`. The refresh token stays in a cookie that no script can read. */
export async function authRequest<Body = unknown>(
  path: string,
  body: object = {},
  accessToken?: string,
): Promise<Body | null> {
  return await exclusively(async () => await restRequest<Body>(`/api/auth/${path}`, body, accessToken));
}

/** Sends a request to the REST API. Returns the answer's body, or null if it has none. Throws a Refusal. */
export async function restRequest<Body = unknown>(
  path: string,
  body: object,
  accessToken?: string,
): Promise<Body | null> {
  const answer = await fetch(path, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'sallyport-session': 'cookie',
      ...(accessToken !== undefined && { authorization: `Bearer ${accessToken}` }),
    },
    body: JSON.stringify(body),
  }).catch(() => {
    throw unreachable();
  });
  const text = await answer.text();
  const content: unknown = text === '' ? null : parsed(text);
  if (!answer.ok) throw new Refusal(content ?? {});
  return content as Body | null;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
