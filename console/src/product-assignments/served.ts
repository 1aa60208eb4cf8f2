import { useRead } from '../app/read.ts';
import { AssignableVersionsDocument } from './documents.generated.ts';

/** Reads the versions of a product that applications can call, the newest major first. */
export function useServed(productId: string | undefined) {
  const { data } = useRead(
    AssignableVersionsDocument,
    { productId: productId ?? '' },
    { isPaused: productId === undefined },
  );
  if (!data) return null;
  return (data.apiProductVersions?.edges ?? [])
    .map(({ node }) => node)
    .filter(({ status }) => status === 'PUBLISHED' || status === 'DEPRECATED')
    .toSorted((a, b) => b.major - a.major);
}
