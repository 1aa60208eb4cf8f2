import { z } from 'zod';
import { storable } from './storable.ts';
import { isPlainPath } from './called-path.ts';
import { isPlainUrl } from './url-formats.ts';
import { quotaPeriods } from '../../db/models/product-assignment.ts';

/** The formats of input fields about API products, the same for GraphQL inputs and REST bodies. */

export const productSlug = z
  .string()
  .regex(
    /^[a-z0-9][a-z0-9-]{0,38}[a-z0-9]$/,
    'must be 2 to 40 lowercase letters, digits and hyphens, without a hyphen at an end',
  );

export const openApiDocument = z
  .string('must be the document as a JSON or YAML string')
  .min(1, 'must not be empty');

export const major = z.int().min(1, 'must be at least 1').max(1000, 'must be at most 1000');

/** The server generates ids of the sandbox from it. */
export const sandboxSeed = z
  .string()
  .max(64, 'must have at most 64 characters')
  .refine(storable, 'must be plain text');

/** The most calls of a period. */
export const quota = z.strictObject({
  limit: z
    .int()
    .min(1, 'must be at least 1')
    .max(1_000_000_000, 'must be at most 1000000000')
    .meta({ examples: [1000] }),
  period: z.enum(quotaPeriods),
});

export const operationId = z
  .string()
  .min(1, 'must not be empty')
  .max(1200, 'must have at most 1200 characters');

/** The ids of operations, without repetitions. */
export const operations = z
  .array(operationId)
  .min(1, 'must have at least 1 item')
  .max(500, 'must have at most 500 items')
  .refine((ids) => new Set(ids).size === ids.length, 'must not repeat an item');

/** Bodies to check, of any form. */
export const samples = z
  .array(z.unknown())
  .min(1, 'must have at least 1 item')
  .max(100, 'must have at most 100 items');

/** Values by name. */
export const named = z
  .record(z.string(), z.unknown(), 'must be an object of values by name')
  .refine((values) => !Object.hasOwn(values, ''), 'must not have an empty name');

/** The name of a version of an API product. */
export const versionName = z
  .string()
  .regex(/^[a-z0-9-]{2,40}@v[1-9]\d{0,3}\.[1-9]\d{0,3}$/, 'must be a slug and a version, such as shop@v1.2');

export const scenario = z.string().min(1, 'must not be empty').max(80, 'must have at most 80 characters');

export const method = z.string().regex(/^[A-Z]{1,20}$/, 'must be a method in upper case, such as GET');

/** A path of a product, such as `/orders/42`. */
export const calledPath = z
  .string()
  .max(8_000, 'must have at most 8000 characters')
  .refine(
    isPlainPath,
    'must begin with a slash, be percent-encoded, and have no query, no segments of dots and no encoded slashes',
  );

/** Whether the URL is written as browsers write it, so that it shows where it leads. */
function isCanonical(value: string): boolean {
  const { href } = new URL(value);
  return href === value || href === `${value}/`;
}

/** The address before the paths of a version. */
export const upstreamUrl = z
  .string()
  .max(2000, 'must have at most 2000 characters')
  .refine(
    (value) => isPlainUrl(value) && !/[?#]/.test(value) && isCanonical(value),
    'must be a URL without a query, written as https://shop.example.com/api',
  );

export const headerName = z
  .string()
  .regex(/^[A-Za-z0-9-]{1,64}$/, 'must be 1 to 64 letters, digits and hyphens');
