import { useLocation } from 'preact-iso/router';

/** What is called. */
export interface Choice {
  applicationId: string;
  /** Such as `shop@v1`. */
  product: string;
  /** The id in the product. */
  operation: string;
}

/** The choice in the address, so that a link can be shared, and what changes it. */
export function useChoice(): [of: Choice, choose: (to: Partial<Choice>) => void] {
  const { path, query, route } = useLocation();
  const { application: applicationId = '', product = '', operation = '' } = query;
  const of = { applicationId, product, operation };
  const choose = (to: Partial<Choice>) => {
    const { applicationId: application, ...rest } = { ...of, ...to };
    const all = Object.entries({ application, ...rest }).filter(([, value]) => value !== '');
    route(`${path}?${new URLSearchParams(all).toString()}`, true);
  };
  return [of, choose];
}
