import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const MODULES = fileURLToPath(new URL('..', import.meta.url))
const MIGRATIONS = fileURLToPath(new URL('../../../migrations', import.meta.url))
const ROUTINES = fileURLToPath(new URL('../../database/routines', import.meta.url))

/** Any mention of contracts' module, engine or tables in a rule's source. */
const ASKS =
  /contracts\/index\.ts|\.contracts\b|\bcontracts\.(versions|uploads|signatures)\b|contract\/contracts\.ts/

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.(ts|sql)$/.test(path))
    .map((path) => join(folder, path))
}

/** Only lists, by type, what is in memory. */
const LIST = join(MODULES, 'services.ts')

const asking = (folder: string) => filesIn(folder).filter((path) => ASKS.test(readFileSync(path, 'utf8')))

test('no rule of any other module knows of contracts: neither withdrawing, nor placing, nor a hold (PRODUCT §2.3, §13)', () => {
  const elsewhere = asking(MODULES).filter((path) => !path.startsWith(join(MODULES, 'contracts/')))
  expect(elsewhere).toEqual([LIST])
})

test('nor does any other migration or routine', () => {
  expect(asking(MIGRATIONS).filter((path) => !path.includes('/200-contracts/'))).toEqual([])
  expect(asking(ROUTINES).filter((path) => !path.includes('/contracts/'))).toEqual([])
})

test('control: what is looked for would be found', () => {
  expect(asking(join(MODULES, 'contracts')).length).toBeGreaterThan(5)
  expect(asking(MIGRATIONS).length).toBeGreaterThan(0)
  expect(asking(ROUTINES).length).toBeGreaterThan(0)
})
