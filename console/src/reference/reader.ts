import { useLocation } from 'preact-iso/router';
import { may } from '../app/me.ts';

export type Audience = 'MINE' | 'WORKSPACE' | 'PUBLIC';

/** For whom the reference is, and of what. */
export interface Reader {
  audience: Audience;
  /** The application whose keys are judged; empty for none. */
  applicationId: string;
  /** Such as `shop@v1`; empty for everything. */
  product: string;
}

export const audiences: readonly (readonly [Audience, string])[] = [
  ['MINE', 'What I may call'],
  ['WORKSPACE', 'The workspace'],
  ['PUBLIC', 'The server’s own API'],
];

/** The reader in the address, and what changes it. */
export function useReader(): [of: Reader, change: (to: Partial<Reader>) => void] {
  const { path, query, route } = useLocation();
  const found = audiences.find(([name]) => name === query['audience'])?.[0] ?? 'MINE';
  const isMine = found === 'MINE' && may('api_keys:read');
  const reader: Reader = {
    audience: found,
    applicationId: isMine ? (query['application'] ?? '') : '',
    product: found === 'PUBLIC' ? '' : (query['product'] ?? ''),
  };
  const change = (to: Partial<Reader>) => {
    const { words = '' } = query;
    const search = queryOf({ ...reader, ...to }, words);
    route(`${path}${search}`, true);
  };
  return [reader, change];
}

/** Returns the reader as the query of an address; empty for the usual one. */
export function queryOf({ audience, applicationId, product }: Reader, words = ''): string {
  const all = { audience: audience === 'MINE' ? '' : audience, application: applicationId, product, words };
  const search = new URLSearchParams(Object.entries(all).filter(([, value]) => value !== '')).toString();
  return search === '' ? '' : `?${search}`;
}

/** Returns the reader as the arguments of the schema. */
export function variablesOf({ audience, applicationId, product }: Reader) {
  return { audience, ...(applicationId && { applicationId }), ...(product && { product }) };
}
