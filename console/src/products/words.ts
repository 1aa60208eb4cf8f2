/** What the sandbox and live calls do with a request that does not conform. */
export const requestChecks = {
  ENFORCE: 'Refuse requests that do not conform',
  REPORT: 'Only report requests that do not conform',
} as const;
