import { computed, signal } from '@preact/signals';
import { Refusal } from '../parts/refusal.ts';
import { authRequest, exclusively, restRequest, type Grant } from './auth.ts';

/** The storage has only a note that there may be a session: without it, a first visit makes no request. */
const note = 'sallyport:session';
/** An access token is replaced this long before it ends. */
const marginMs = 30_000;

type State =
  | { is: 'starting' }
  | { is: 'out'; why: Refusal | null }
  /** `isOver` asks for the password over the screen, so that nothing typed is lost. */
  | { is: 'in'; person: Grant['person']; isOver: boolean };

const state = signal<State>({ is: 'starting' });
/** Access tokens stay in memory: no storage of the browser has one. */
let access: { token: string; endsAt: number } | null = null;
let renewal: Promise<string> | null = null;
/** How often a session was left here. */
let departures = 0;

export const session = computed(() => state.value);

/** Whether the session has ended under an open screen, which waits for the password. */
export const isOver = computed(() => state.value.is === 'in' && state.value.isOver);

interface Message {
  is: 'granted' | 'out';
  grant?: Grant;
}

const channel = new BroadcastChannel('sallyport');
channel.addEventListener('message', ({ data }: MessageEvent<Message>) => {
  if (data.is === 'granted' && data.grant) take(data.grant);
  else leave(null);
});

/** Continues the session of this browser, if it has one. */
export async function start(): Promise<void> {
  if (localStorage.getItem(note) === null) return leave(null);
  try {
    await freshToken();
  } catch (error) {
    // A server that does not answer has not ended the session: the next load tries again.
    if (error instanceof Refusal && !isOverBy(error)) state.value = { is: 'out', why: error };
    else leave(null);
  }
}

/** Begins a session with the answer of a sign-in, and tells the other tabs. */
export function begin(grant: Grant): void {
  localStorage.setItem(note, '1');
  take(grant);
  channel.postMessage({ is: 'granted', grant } satisfies Message);
}

/** Ends the session here and in all tabs; with `everywhere`, on all devices. Throws a Refusal if it goes on. */
export async function signOut({ everywhere = false } = {}): Promise<void> {
  try {
    await authRequest('sign-out', { everywhere }, await freshToken());
  } catch (error) {
    // A session that has ended needs no sign-out. Otherwise it goes on, and the person must know.
    if (!(error instanceof Refusal) || !isOverBy(error)) throw error;
  }
  leave(null);
  channel.postMessage({ is: 'out' } satisfies Message);
}

function isOverBy({ code }: Refusal): boolean {
  return code.startsWith('session_') || code === 'refresh_token_invalid';
}

/** Returns an access token that works for another half minute. Throws a Refusal if the session is over. */
export async function freshToken(): Promise<string> {
  if (access && access.endsAt - marginMs > Date.now()) return access.token;
  renewal ??= renew().finally(() => (renewal = null));
  return await renewal;
}

/** Forgets the access token, or only this one, since the server no longer accepts it. */
export function dropToken(token?: string): void {
  if (token === undefined || access?.token === token) access = null;
}

// One tab asks, the others wait and then have its answer.
async function renew(): Promise<string> {
  try {
    return await exclusively(refresh);
  } catch (error) {
    // A newer session may have begun meanwhile.
    if (access) return access.token;
    if (error instanceof Refusal && error.code !== 'unreachable') over(error);
    throw error;
  }
}

async function refresh(): Promise<string> {
  if (access && access.endsAt - marginMs > Date.now()) return access.token;
  const before = departures;
  const grant = await restRequest<Grant>('/api/auth/refresh', {});
  // Who has signed out meanwhile stays out.
  if (!grant || before !== departures) throw ended();
  begin(grant);
  // What the person before has written goes to no server in another's name, while the page loads again.
  if (isOfAnother(grant)) throw ended();
  return grant.accessToken;
}

function ended(): Refusal {
  return new Refusal({ code: 'session_missing', message: 'Your session has ended. Sign in to go on.' });
}

function take(grant: Grant): void {
  const { accessToken, expiresIn, person } = grant;
  const { value } = state;
  // Another person must see nothing of what the one before had on screen, and send nothing of it.
  if (isOfAnother(grant)) return location.reload();
  access = { token: accessToken, endsAt: Date.now() + expiresIn * 1000 };
  if (value.is === 'in' && !value.isOver) return;
  state.value = { is: 'in', person, isOver: false };
}

/** Whether a grant is of another person than the one on screen. */
function isOfAnother({ person }: Grant): boolean {
  const { value } = state;
  return value.is === 'in' && value.person.id !== person.id;
}

function over(why: Refusal): void {
  access = null;
  const { value } = state;
  state.value = value.is === 'in' ? { ...value, isOver: true } : { is: 'out', why };
}

function leave(why: Refusal | null): void {
  departures += 1;
  access = null;
  localStorage.removeItem(note);
  state.value = { is: 'out', why };
}
