/** What PostgreSQL says where something is missing, and what to do about it. */
const REMEDIES: readonly (readonly [RegExp, string])[] = [
  [/shared memory/i, 'give the folder of shared memory (/dev/shm) more room'],
  [
    /No space left on device|Disk quota exceeded/,
    'free some space on its disk, or set DATA_DIR to a folder on one that has more',
  ],
  [
    /user does not exist|could not look up effective user/,
    'PostgreSQL runs for a user that has a name: give this one a line in /etc/passwd, or set DATABASE_URL to a server of your own',
  ],
]

/** What PostgreSQL said, in one line without a point at its end, and where it is known what helps, that too. */
export function serverWords(said: string): string {
  const line = said.trim().replaceAll(/\s+/g, ' ').replace(/\.$/, '')
  const [, remedy] = REMEDIES.find(([problem]) => problem.test(line)) ?? []
  return remedy === undefined ? line : `${line}; ${remedy}`
}
