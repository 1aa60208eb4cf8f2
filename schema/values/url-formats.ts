import { z } from 'zod';
import { redirectFault } from './redirect-uri.ts';

/** The URL for webhook deliveries. */
export const webhookUrl = z
  .string()
  .max(2000, 'must have at most 2000 characters')
  .refine((value) => isPlainUrl(value), 'must be a URL such as https://example.com/webhooks');

const redirectUri = z
  .string()
  .max(2048, 'must have at most 2048 characters')
  .superRefine((value, found) => {
    const fault = redirectFault(value);
    if (fault !== null) found.addIssue(fault);
  });

export const redirectUris = z
  .array(redirectUri)
  .min(1, 'must have at least one item')
  .max(10, 'must have at most 10 items')
  .refine((uris) => new Set(uris).size === uris.length, 'must not contain a URL twice');

export function isPlainUrl(value: string): boolean {
  const url = URL.parse(value);
  return url !== null && /^https?:$/.test(url.protocol) && !(url.hash + url.username + url.password);
}
