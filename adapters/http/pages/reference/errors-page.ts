import { errorTable, type ErrorCode } from '../../../../schema/values/error-table.ts';
import { paragraph, prose, section, table, type Block, type Page } from './blocks.ts';
import type { Description } from './description.ts';
import { fieldsOf } from './fields.ts';
import { remedies } from '../../../../schema/values/error-remedies.ts';

/** Returns the page of all error codes, by status. */
export function errorsPage(description: Description): Page {
  const codes = Object.keys(errorTable) as ErrorCode[];
  const byStatus = [...Map.groupBy(codes, (code) => errorTable[code][0])];
  const problem = description.components?.schemas?.['Problem'];
  return {
    title: 'Errors',
    name: 'errors',
    query: '',
    blocks: [
      paragraph(
        'REST answers an error with ',
        { code: 'application/problem+json' },
        '. Branch on its ',
        { code: 'code' },
        ', which is stable. GraphQL has the same members in ',
        { code: 'extensions' },
        '.',
      ),
      ...byStatus.flatMap(([status, members]) => section(2, String(status), rowsOf(members))),
      ...(problem ? section(2, 'Members of an error', fieldsOf(description, problem)) : []),
    ],
  };
}

function rowsOf(codes: readonly ErrorCode[]): Block[] {
  const rows = codes.map((code) => ({
    id: code,
    cells: [[{ code }], [errorTable[code][1]], prose(remedies[code])],
  }));
  return table(['Code', 'Meaning', 'What to do'], rows);
}
