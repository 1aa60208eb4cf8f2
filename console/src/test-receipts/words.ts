import type { ReceiptRowFragment } from './documents.generated.ts';

/** Returns whether a receipt is valid now. */
export function stateOf({ status, expiresAt }: Pick<ReceiptRowFragment, 'status' | 'expiresAt'>) {
  if (status === 'REVOKED') return 'REVOKED';
  return Date.parse(expiresAt) <= Date.now() ? 'EXPIRED' : 'ACTIVE';
}

/** Returns the version that was tested, such as `shop@v1.2`. */
export function versionOf({ product, version }: Pick<ReceiptRowFragment, 'product' | 'version'>): string {
  return product && version ? `${product.slug}@v${version.major}.${version.number}` : 'A former version';
}

/** Returns the claims of a compact JWS (RFC 7515), without a check of its signature. */
export function claimsOf(jws: string): unknown {
  const [, payload = ''] = jws.split('.');
  const bytes = Uint8Array.from(
    atob(payload.replaceAll('-', '+').replaceAll('_', '/')),
    (it) => it.codePointAt(0) ?? 0,
  );
  return JSON.parse(new TextDecoder().decode(bytes));
}
