const MORE_SPACE = 'free some space on its disk, or set DATA_DIR to a folder on one that has more'

/** Messages of PostgreSQL about something missing, and the remedy. */
const REMEDIES: readonly (readonly [RegExp, string])[] = [
  [/shared memory/i, 'give the folder of shared memory (/dev/shm) more room'],
  [/No space left on device|Disk quota exceeded/, MORE_SPACE],
  // A disk that is full within a block takes a part of it, and PostgreSQL tells of that alone.
  [/wrote only \d+ of \d+ bytes/, `No space left on device: ${MORE_SPACE}`],
  [
    /user does not exist|could not look up effective user/,
    'PostgreSQL runs for a user that has a name: give this one a line in /etc/passwd, or set DATABASE_URL to a server of your own',
  ],
]

/** PostgreSQL's message in one line without a final point, with the remedy if it is known. */
export function serverWords(said: string): string {
  const line = said.trim().replaceAll(/\s+/g, ' ').replace(/\.$/, '')
  const [, remedy] = REMEDIES.find(([problem]) => problem.test(line)) ?? []
  return remedy === undefined ? line : `${line}; ${remedy}`
}
