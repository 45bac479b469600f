import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { ROOT } from '../../tidy/run/command.ts'
import { readTree } from '../../tidy/tree.ts'
import { digestOfPictured, PICTURES_FOLDER } from './pictured.ts'

const EACH_BYTES_MAX = 120 * 1024
const ALL_BYTES_MAX = 700 * 1024
const manifest = z.object({ follows_from: z.string(), files: z.record(z.string(), z.string()) })

const tree = readTree(ROOT)
const folder = join(ROOT, PICTURES_FOLDER)
const { follows_from, files } = z.parse(
  manifest,
  JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')),
)

test('the README’s pictures are of this version; else `npm run screens -- readme` takes them anew [proof 490]', () => {
  expect(digestOfPictured(tree)).toBe(follows_from)
})

test('control: a change of what they show is told, one of what they do not is not', () => {
  const changed = (path: string) => {
    const file = tree.get(path)
    if (file === undefined) throw new Error(`${path} is not there`)
    return digestOfPictured(new Map(tree).set(path, { path, text: `${file.text}\n// changed` }))
  }
  const now = digestOfPictured(tree)
  for (const path of [
    'apps/web/src/features/ad-center/components/overview.tsx',
    'packages/ui/src/figure.tsx',
    'packages/ui/src/tokens.css',
  ])
    expect(changed(path), path).not.toBe(now)
  for (const path of ['apps/web/src/features/auth/routes/login.tsx', 'README.md'])
    expect(changed(path), path).toBe(now)
})

test('the README shows each of them, light and dark, and they are small', () => {
  const readme = readFileSync(join(ROOT, 'README.md'), 'utf8')
  const shown = [...readme.matchAll(/docs\/pictures\/([\w-]+\.webp)/g)].map(([, file]) => file)
  expect([...new Set(shown)].sort()).toEqual(Object.keys(files).sort())
  expect(readdirSync(folder).sort()).toEqual([...Object.keys(files), 'manifest.json'].sort())
  let all_bytes = 0
  for (const [file, sha256] of Object.entries(files)) {
    const picture = readFileSync(join(folder, file))
    expect(createHash('sha256').update(picture).digest('hex'), file).toBe(sha256)
    expect(picture.length, file).toBeLessThanOrEqual(EACH_BYTES_MAX)
    all_bytes += picture.length
  }
  expect(all_bytes).toBeLessThanOrEqual(ALL_BYTES_MAX)
})
