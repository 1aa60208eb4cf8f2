import helmet, { type HelmetOptions } from 'helmet';

type Directives = Record<string, Iterable<string>>;

/** The headers that tell browsers what no answer is for, as helmet chooses them. They are the same for all, so it is asked once. */
export function securityHeaders({ isProduction }: { isProduction: boolean }): Record<string, string> {
  return headersOf({
    // An API's answers are never shown as a page of its own; what is a page says so itself.
    contentSecurityPolicy: policy({ defaultSrc: ["'none'"], frameAncestors: ["'none'"] }),
    hsts: isProduction,
    xDownloadOptions: false,
    xDnsPrefetchControl: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
    originAgentCluster: false,
  });
}

/** That of a page, for its answer. */
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
