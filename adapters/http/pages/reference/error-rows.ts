import { errorTable, type ErrorCode } from '../../../../schema/values/error-table.ts';
import { prose, table, type Block, type Line } from './blocks.ts';
import { remedies } from '../../../../schema/values/error-remedies.ts';

const columns = ['Status', 'Code', 'Meaning', 'What to do'];

/** Returns a table of the codes with their statuses, meanings and remedies. */
export function rowsOfErrors(codes: readonly string[]): Block[] {
  return table(
    columns,
    codes.map((code) => ({ cells: cellsOf(code) })),
  );
}

function cellsOf(code: string): Line[] {
  if (!isKnown(code)) return [[], [{ code }], [], []];
  const [status, title] = errorTable[code];
  const link = { text: code, page: 'errors', anchor: code };
  return [[String(status)], [link], [title], prose(remedies[code])];
}

function isKnown(code: string): code is ErrorCode {
  return Object.hasOwn(errorTable, code);
}
