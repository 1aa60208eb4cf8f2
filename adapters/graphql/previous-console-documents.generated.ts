/** The documents of the console of the released version, by the SHA-256 of their text. */
export const previousConsoleDocuments: Readonly<Record<string, string>> = {};
