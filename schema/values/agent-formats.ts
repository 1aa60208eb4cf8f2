import { z } from 'zod';
import { seen, line, stored, atMost, between, trimmed } from './text-formats.ts';
import { pointer } from './formats.ts';

/** A selection: an opaque text from the server. */
export const selection = z
  .string()
  .max(2000, 'must have at most 2000 characters')
  .regex(/^sel_[\w-]+$/, 'must be a selection (`sel_…`) from the description of a capability');

/** The reason for marking a tool as a read, for the reviewers. */
export const readReason = seen(10, line(500));

/** An agent's reason for a request, for the approvers. */
export const purpose = line(500);

/** For how many minutes a tool call waits for its decision. */
export const waitingMinutes = z.int().min(1, 'must be at least 1').max(1440, 'must be at most 1440');

export const capabilityArguments = z.record(z.string(), z.unknown(), 'must be an object');

/** The allowed values of an argument in an MCP grant. */
export const limitValues = z
  .array(
    z.union(
      [stored(atMost(1000, z.string())), z.number(), z.boolean(), z.null()],
      'must not be a list or an object',
    ),
    'must be a list',
  )
  .min(1, 'must have at least 1 value')
  .max(100, 'must have at most 100 values');

export const limitLength = z.int().min(0, 'must be at least 0').max(100_000, 'must be at most 100000');

export const limitPattern = stored(between(1, 200, z.string()));

/** How much of an answer's schema to describe. */
export const describedOutput = z.union(
  [z.enum(['summary', 'full']), pointer],
  'must be summary, full or a JSON pointer such as /items/owner',
);

/** The parts of an answer to return. */
export const fields = z
  .array(pointer, 'must be a list of JSON pointers')
  .min(1, 'must have at least 1 pointer')
  .max(50, 'must have at most 50 pointers');

export const pageCursor = z
  .string()
  .max(4000, 'must have at most 4000 characters')
  .regex(/^pag_[\w-]+$/, 'must be a cursor (`pag_…`) from the previous page');

export const rowLimit = z.int().min(1, 'must be at least 1').max(1000, 'must be at most 1000');

/** The text of a search. */
export const searchQuery = stored(atMost(200, trimmed));
