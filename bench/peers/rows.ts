/** The provider's answer, its bearer token, and its path. */
export const rows = Array.from({ length: 20 }, (_, index) => ({
  id: index + 1,
  item: `Item ${index + 1}`,
  isPaid: index % 2 === 0,
}));
export const providerToken = 'token-of-the-bench-0123456789abcdef';
export const rowsPath = '/orders';
