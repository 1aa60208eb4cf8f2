import helmet, { type HelmetOptions } from 'helmet';

type Directives = Record<string, Iterable<string>>;

/** Returns the security headers of every answer. They never vary, so helmet runs only once. */
export function securityHeaders({ isProduction }: { isProduction: boolean }): Record<string, string> {
  return headersOf({
    // Browsers never show an API's answer as a page; pages set their own policy.
    contentSecurityPolicy: policy({ defaultSrc: ["'none'"], frameAncestors: ["'none'"] }),
    hsts: isProduction,
    xDownloadOptions: false,
    xDnsPrefetchControl: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
    originAgentCluster: false,
  });
}

/** Returns the policy header of a page. */
export function contentSecurityPolicy(directives: Directives): Record<string, string> {
  const name = 'content-security-policy';
  const { [name]: value = '' } = headersOf({ contentSecurityPolicy: policy(directives) });
  return { [name]: value };
}

function policy(directives: Directives) {
  return { useDefaults: false, directives };
}

function headersOf(options: HelmetOptions): Record<string, string> {
  const headers: Record<string, string> = {};
  const response = {
    setHeader: (name: string, value: string) => (headers[name.toLowerCase()] = value),
    removeHeader: () => {},
  };
  helmet(options)({} as never, response as never, (error) => {
    if (error) throw error as Error;
  });
  return headers;
}
