import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { buildAppsIfOlder } from './build-web.ts'

const web = mkdtempSync(join(tmpdir(), 'adtally-web-'))
const page = '<!doctype html><title>A small app</title><script type="module" src="/main.js"></script>'
const builds = `${web}.builds`
afterAll(() => {
  for (const path of [web, builds]) rmSync(path, { recursive: true, force: true })
})

test('nothing is built where there are no sources', async () => {
  await buildAppsIfOlder([web])
  expect(readdirSync(web)).toEqual([])
})

test('of programs that start at once in a tree without a build one makes it, and all have it', async () => {
  const noted = `appendFileSync(${JSON.stringify(builds)}, 'built ')`
  writeFileSync(
    join(web, 'vite.config.mjs'),
    `import { appendFileSync } from 'node:fs'\n${noted}\nexport default {}`,
  )
  writeFileSync(join(web, 'index.html'), page)
  writeFileSync(join(web, 'main.js'), 'document.title = "built"')
  await Promise.all([buildAppsIfOlder([web]), buildAppsIfOlder([web]), buildAppsIfOlder([web])])
  expect(readFileSync(builds, 'utf8')).toBe('built ')
  const built = readFileSync(join(web, 'dist', 'index.html'), 'utf8')
  const [, script = ''] = /src="\/(assets\/[^"]+)"/.exec(built) ?? []
  expect(existsSync(join(web, 'dist', script))).toBe(true)
  expect(readdirSync(web).sort()).toEqual(['dist', 'index.html', 'main.js', 'vite.config.mjs'])
})

test('what is built stays so: the build of a client in the folder of another makes neither old, and is a production build whatever the environment says [proof 1432]', async () => {
  const inner = join(web, 'inner')
  mkdirSync(inner)
  for (const name of ['index.html', 'main.js']) copyFileSync(join(web, name), join(inner, name))
  writeFileSync(builds, '')
  writeFileSync(
    join(inner, 'vite.config.mjs'),
    `import { appendFileSync } from 'node:fs'\nappendFileSync(${JSON.stringify(builds)}, process.env.NODE_ENV + ' ')\nexport default {}`,
  )
  await buildAppsIfOlder([web])
  await buildAppsIfOlder([inner])
  await buildAppsIfOlder([web, inner])
  expect(process.env.NODE_ENV).not.toBe('production')
  expect(readFileSync(builds, 'utf8')).toBe('built production ')
  rmSync(inner, { recursive: true })
})

test('a build that fails is one sentence with what it said', async () => {
  writeFileSync(join(web, 'main.js'), 'import "./nowhere.js"')
  await expect(buildAppsIfOlder([web])).rejects.toThrow(
    /^What browsers load could not be built in .*: .*nowhere/s,
  )
})
