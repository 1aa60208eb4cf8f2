/** The default row limit of a read. */
export const usualRows = 100;
export const maxRows = 1_000;

/** The default size limit of a read’s data, as JSON in UTF-8. */
export const usualBytes = 262_144;
export const maxBytes = 1_048_576;

/** The size limit of a provider’s whole answer. */
export const maxAnswerBytes = 5 * 2 ** 20;

/** The default time limit of a call with its retries, from the DNS lookup to the last byte of the answer. */
export const usualSeconds = 15;
/** The time limit of MCP tools, and of any read whose caller receives progress. */
export const patientSeconds = 60;

/**
 * How many reads may wait for providers at the same time, per caller and per connection. Each uses a socket.
 */
export const maxWaitingOfCaller = 50;
export const maxWaitingThere = 100;
