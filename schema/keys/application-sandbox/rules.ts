/** The most objects of an application in the sandbox, and their most bytes; the oldest ones make room. */
export const maxObjects = 1_000;
export const maxObjectBytes = 4 * 2 ** 20;
/** How long the sandbox keeps an object. */
export const objectDays = 30;
