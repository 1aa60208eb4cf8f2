import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';

/** What the server tells everyone about itself. */
export interface Instance {
  isDevelopment: boolean;
  password: { minLength: number };
}

const instance = signal<Instance | null>(null);
let isAsked = false;

/** Returns what the server tells about itself; null until it has answered, or if it does not. */
export function useInstance(): Instance | null {
  useEffect(() => {
    if (isAsked) return;
    isAsked = true;
    void read();
  }, []);
  return instance.value;
}

/** Whether the server answers at all. */
export async function isReachable(): Promise<boolean> {
  const answer = await fetch('/api/auth/instance', { cache: 'no-store' }).catch(() => null);
  return answer !== null && answer.status < 500;
}

// The pages work without it: the server says its rules again in each refusal.
async function read(): Promise<void> {
  const answer = await fetch('/api/auth/instance').catch(() => null);
  if (answer?.ok) instance.value = (await answer.json()) as Instance;
}
