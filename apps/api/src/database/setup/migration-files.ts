import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { codeOf } from '../start-error.ts'

const MIGRATIONS_FOLDER = fileURLToPath(new URL('../../../migrations', import.meta.url))

/** A folder `NNN-name` in `apps/api/migrations`. */
export interface Migration {
  name: string
  up: string
  /** Queries that must return no row; null without such a file. */
  check_before: string | null
  check_after: string | null
  /** SHA-256 of `up.sql`, in hex. */
  checksum: string
}

/** This version's migrations, in the order of their numbers. */
export function readMigrations(folder = MIGRATIONS_FOLDER): Migration[] {
  return readdirSync(folder)
    .filter((name) => /^\d{3}-[a-z0-9-]+$/.test(name) && existsSync(join(folder, name, 'up.sql')))
    .sort()
    .map((name) => {
      const up = readFileSync(join(folder, name, 'up.sql'), 'utf8')
      return {
        name,
        up,
        check_before: readIfThere(join(folder, name, 'check-before.sql')),
        check_after: readIfThere(join(folder, name, 'check-after.sql')),
        checksum: createHash('sha256').update(up).digest('hex'),
      }
    })
}

function readIfThere(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null
    throw error
  }
}
