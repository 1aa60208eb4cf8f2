/** What the provider answers, and what it takes as `Authorization: Bearer`. */
export const rows = Array.from({ length: 20 }, (_, index) => ({
  id: index + 1,
  item: `Item ${index + 1}`,
  isPaid: index % 2 === 0,
}));
export const providerToken = 'token-of-the-bench-0123456789abcdef';
export const rowsPath = '/orders';
