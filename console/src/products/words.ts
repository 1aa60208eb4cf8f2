/** What the sandbox and live calls do with a request that does not conform. */
export const requestChecks = {
  ENFORCE: 'Refuse requests that do not conform',
  REPORT: 'Only report requests that do not conform',
} as const;

/** The pointers of the fields that describe a version. Each field shows its own finding. */
export const versionFields: ReadonlySet<string> = new Set([
  '/document',
  '/major',
  '/requestChecks',
  '/upstream/url',
  '/upstream/credentialReferenceId',
  '/upstream/apiKeyHeader',
]);
