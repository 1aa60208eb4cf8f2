import pg from 'pg';

const oid = { int8: 20, date: 1082, int8Array: 1016, dateArray: 1182, textArray: 1009 };

/**
 * The TypeScript types of columns: int8 is a number, date a `YYYY-MM-DD` string. Other types are as in pg:
 * timestamptz is a Date, bytea a Buffer, jsonb parsed, numeric a string.
 */
export const columnTypes = {
  getTypeParser(type: number, format?: string): (text: string) => unknown {
    if (format === 'binary') return pg.types.getTypeParser(type, 'binary');
    if (type === oid.int8) return toSafeInteger;
    if (type === oid.date) return (text) => text;
    if (type === oid.int8Array) return (text) => deepMap(pg.types.getTypeParser(oid.textArray)(text));
    if (type === oid.dateArray) return pg.types.getTypeParser(oid.textArray);
    return pg.types.getTypeParser(type);
  },
};

function toSafeInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) {
    throw new RangeError(`The database returned ${text}, which no JavaScript number holds exactly.`);
  }
  return value;
}

function deepMap(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(deepMap);
  return typeof value === 'string' ? toSafeInteger(value) : value;
}
