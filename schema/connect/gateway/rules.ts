/** Rows that a read tells, unless its caller asks for another number of them. */
export const usualRows = 100;
export const maxRows = 1_000;

/** Of the data that a read tells, as JSON in UTF-8. */
export const usualBytes = 262_144;
export const maxBytes = 1_048_576;

/** Of a provider's answer, before anything of it is told. */
export const maxAnswerBytes = 5 * 2 ** 20;

/** From the first look for the provider to the last byte of its answer, with everything that is tried again. */
export const usualSeconds = 15;
/** Of a tool of an MCP server; and of any read whose caller hears of its progress meanwhile. */
export const patientSeconds = 60;

/** How many reads may wait for their providers at once, of one caller and through one connection. Each holds a socket. */
export const maxWaitingOfCaller = 50;
export const maxWaitingThere = 100;
