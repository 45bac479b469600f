import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { layPackages, takePackagesBack } from './linked-packages.ts'
import { asOne } from './machine.ts'

test('machines as one have all their conditions, and each part once', () => {
  const far = { env: { TZ: 'Asia/Kathmandu' }, before: 'umask 000', parts: ['demo', 'api'] }
  const cut_off = {
    folder: 'long',
    env: { HOME: null },
    apart: ['--net'],
    before: 'true',
    unbuilt: true,
    parts: ['demo', 'component'],
  } as const
  expect(asOne([far, cut_off])).toEqual({
    folder: 'long',
    env: { TZ: 'Asia/Kathmandu', HOME: null },
    apart: ['--net'],
    before: 'umask 000\ntrue',
    unbuilt: true,
    parts: ['demo', 'api', 'component'],
  })
})

test('packages go from one checkout to the next without what was kept beside them', () => {
  const folder = mkdtempSync(join(tmpdir(), 'adtally-packages-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const inside = (...names: string[]) => join(folder, ...names)
  for (const path of ['root/node_modules/knots', 'root/node_modules/.cache', 'first', 'second', 'handed'])
    mkdirSync(inside(path), { recursive: true })
  writeFileSync(inside('root/node_modules/knots/index.js'), '')
  const lay = (checkout: string, handed_on: string | null) =>
    layPackages({ root: inside('root'), checkout: inside(checkout), handed_on })

  lay('first', inside('handed'))
  mkdirSync(inside('first/node_modules/.vite'))
  writeFileSync(inside('first/node_modules/laid-first'), '')
  takePackagesBack(inside('first'), inside('handed'))
  lay('second', inside('handed'))

  expect(readdirSync(inside('second/node_modules')).sort()).toEqual(['knots', 'laid-first'])
  expect(existsSync(inside('first/node_modules'))).toBe(false)
  expect(readdirSync(inside('handed'))).toEqual([])
})
