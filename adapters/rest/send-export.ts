import { addAbortSignal, Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { exportRows, type ExportedList, type ExportedRow, type Exporting } from '../../schema/export.ts';
import type { Context } from '../../schema/kernel/context.ts';
import { answerHeaders } from '../http/answer-headers.ts';
import { csvLine, valueAt } from './csv.ts';

const exportTypes = { csv: 'text/csv; charset=utf-8', ndjson: 'application/x-ndjson' } as const;
export type ExportFormat = keyof typeof exportTypes;

/** The query of an export, which has every row of a list. */
export const exportQuery = z.strictObject({
  format: z.enum(['csv', 'ndjson'] satisfies ExportFormat[]).meta({
    description:
      'CSV as in RFC 4180, whose first line has the names of the columns, or a line of JSON for each row.',
  }),
});

export const Exported = z.string().meta({
  description:
    'The rows that the list had when the export began, oldest first. An answer that breaks off is not complete. In CSV, a ' +
    "text that a spreadsheet would read as a formula begins with `'`.",
});

/** The beginning of an answer in each format, for the description. */
const samples: Record<ExportFormat, string> = {
  csv: 'position,id,type\r\n1,evt_01kaf5m2jcexxt5s6f3yq4z8rd,api_key.rotated\r\n',
  ndjson: '{"position":1,"id":"evt_01kaf5m2jcexxt5s6f3yq4z8rd","type":"api_key.rotated"}\n',
};

/** The content of an answer by its media type. */
export const exportContent = Object.fromEntries(
  (['csv', 'ndjson'] as const).map((format) => [
    exportTypes[format],
    { schema: Exported.meta({ ...Exported.meta(), examples: [samples[format]] }) },
  ]),
);

/** A list whose rows are the answer, as lines. */
export interface ExportAnswer {
  list: ExportedList;
  /** The paths of the values that are the columns of CSV. */
  columns: readonly string[];
}

// Node notices a stalled write at the second time-out.
const stallMs = 30_000;

interface Sending {
  document: Exporting['document'];
  exported: ExportAnswer;
  variables: Record<string, unknown>;
  format: ExportFormat;
  /** Judges the caller again. */
  contextOf: () => Promise<Context>;
  /** Aborts when the server stops. */
  closing: AbortSignal;
}

/**
 * Sends the rows of a list as they are read, no faster than the client takes them. If the export fails, the access ends,
 * or the client takes nothing for a minute, the answer breaks off, so that no client takes a part for the whole.
 */
export async function sendExport(
  { ctx }: FastifyRequest,
  reply: FastifyReply,
  { document, exported, variables, format, contextOf, closing }: Sending,
): Promise<FastifyReply> {
  if (!ctx) throw new Error('A handler ran before its credential was verified.');
  const { list, columns } = exported;
  const pages = exportRows(ctx, { list, document, filter: variables, format }, contextOf);
  // What is refused is refused before the first byte.
  const first = await pages.next();
  const stream = Readable.from(linesOf(first, pages, format === 'csv' ? columns : null));
  addAbortSignal(closing, stream);
  // A client that takes nothing holds a place of its member.
  reply.raw.setTimeout(stallMs, () => stream.destroy());
  // Also if the client hangs up before the stream begins.
  stream.once('close', () => {
    pages
      .return(undefined)
      .catch((error: unknown) => ctx.log.error({ event: 'export.end_not_recorded', error }));
  });
  const day = ctx.clock.now().toISOString().slice(0, 10);
  return reply
    .headers(answerHeaders(ctx))
    .header('cache-control', 'no-store')
    .header('content-disposition', `attachment; filename="${list.replace('_', '-')}-${day}.${format}"`)
    .type(exportTypes[format])
    .send(stream);
}

async function* linesOf(
  first: IteratorResult<ExportedRow[]>,
  pages: AsyncGenerator<ExportedRow[]>,
  columns: readonly string[] | null,
): AsyncGenerator<string> {
  const textOf = (rows: ExportedRow[]) =>
    rows
      .map((row) => (columns ? csvLine(columns.map((path) => valueAt(row, path))) : jsonLine(row)))
      .join('');
  if (columns) yield csvLine(columns);
  if (!first.done) yield textOf(first.value);
  for await (const rows of pages) yield textOf(rows);
}

function jsonLine(row: ExportedRow): string {
  return `${JSON.stringify(row)}\n`;
}
