/** The folder and its user, for sentences. */
export interface Place {
  dataDir: string;
  log: string;
  user: string;
}

type Sentence = (place: Place) => string;

const diskIsFull: Sentence = ({ dataDir }) =>
  `The disk of ${dataDir} is full. Free some space there, and start again; acknowledged data is not lost.`;

/** PostgreSQL's messages when it cannot run, and their sentences for the operator. The first match counts. */
const reasons: readonly [said: RegExp, sentence: Sentence][] = [
  [
    /shared memory segment|anonymous shared memory|\/dev\/shm|semaphores/,
    () =>
      'This machine gives PostgreSQL too little shared memory. Raise it (kernel.shmmax, kernel.shmall and kernel.sem; ' +
      '--shm-size for a container), or set DATABASE_URL.',
  ],
  [/No space left on device|Disk quota exceeded/, diskIsFull],
  [
    /checkpoint request failed|could not write (?:to )?(?:file|block)/,
    ({ dataDir, log }) =>
      `PostgreSQL cannot write to the disk of ${dataDir}, which is usually full; ${log} may have details. Free ` +
      'some space, and start again; acknowledged data is not lost.',
  ],
  [
    /could not look up effective user ID/,
    ({ user }) =>
      `PostgreSQL cannot create a database as ${user}, who has no entry in /etc/passwd. Start Sallyport as a user ` +
      'with an entry, or set DATABASE_URL.',
  ],
  [
    /has wrong ownership|has invalid permissions/,
    ({ dataDir, user }) =>
      `The database in ${dataDir} does not belong only to ${user}. Start Sallyport as its owner, give its folder ` +
      '`postgres` back to that user with mode 700, or choose another folder with DATA_DIR.',
  ],
  [
    /Read-only file system|Permission denied|Operation not permitted/,
    ({ dataDir, user }) =>
      `PostgreSQL cannot write to ${dataDir} as ${user}. Allow that user to write there, or choose another folder with DATA_DIR.`,
  ],
  [
    /incompatible with server|incorrect checksum in control file|could not locate a valid checkpoint|PANIC/,
    ({ dataDir, log }) =>
      `PostgreSQL cannot open the database in ${dataDir}; ${log} has the reason. Restore a backup into an empty ` +
      'folder (`npm run restore`), or start the version that wrote it.',
  ],
  [
    /GLIBC|GLIBCXX|cannot open shared object|Library not loaded|Error loading shared library|ENOENT/,
    () =>
      'The PostgreSQL in Sallyport does not run here: on Linux it needs glibc 2.27 or later and libstdc++, which ' +
      'Alpine does not have. Set DATABASE_URL to a PostgreSQL server, 15 or later.',
  ],
  [
    /Cannot allocate memory|could not fork/,
    () => 'This machine has too little memory for PostgreSQL. Free some, or set DATABASE_URL.',
  ],
];

/** Returns a sentence for the last output of a PostgreSQL program. */
export function explain(said: string, place: Place): string {
  const known = reasons.find(([form]) => form.test(said));
  if (known) return known[1](place);
  const last =
    said
      .trim()
      .split('\n')
      .findLast((line) => /FATAL|error|could not/i.test(line)) ?? said.trim();
  return `PostgreSQL does not start in ${place.dataDir}: ${last || 'it printed nothing'}. ${place.log} may have details.`;
}
