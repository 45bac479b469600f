import { createHash } from 'node:crypto'
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { keepSession } from '../modules/operators/index.ts'
import { TEST_MASTER_SECRET } from '../testing/servers/cluster.ts'
import { urlOf } from '../testing/servers/own-server.ts'
import { fileFolder } from '../testing/servers/test-folder.ts'
import { testProgram } from '../testing/servers/test-program.ts'
import { buildMarket } from '../testing/worlds/build-market.ts'
import { buildStaff } from '../testing/worlds/build-staff.ts'
import { PICTURE } from '../testing/worlds/busy-customer.ts'
import { operate } from './operate.ts'

const t = await testProgram()
afterAll(() => t.close())
const market = await buildMarket(t.services, t.modules)
const folder = fileFolder()
const environment = {
  ...{ DATABASE_URL: urlOf(t.db.owner), SECRET: TEST_MASTER_SECRET, DATA_DIR: folder },
  OPERATOR_SESSIONS: join(folder, 'desk'),
}
const { maker } = await buildStaff(t.services)
keepSession(environment.OPERATOR_SESSIONS, maker.username, maker.session_token)

async function typed(line: string) {
  const { output, error } = await operate(`${line} --as maker`.split(' '), environment)
  return error === null ? JSON.parse(output ?? '') : error
}

test('a file goes in by its path and comes out as it was, to its owner alone and over no other [proof 1190]', async () => {
  const file = join(folder, 'picture.png')
  writeFileSync(file, PICTURE)
  const words = `--product-id ${market.product_id} --kind native --headline Play --body Now`
  const { creative_id } = await typed(`create-creative ${words} --file ${file}`)
  const out = join(folder, 'saved')
  const saved = await typed(`save-creative --creative-id ${creative_id} --out ${out}`)
  const sha256 = createHash('sha256').update(PICTURE).digest('hex')
  expect(saved).toEqual({ out, bytes: PICTURE.length, sha256 })
  expect(readFileSync(out)).toEqual(PICTURE)
  expect(statSync(out).mode & 0o777).toBe(0o600)

  const previews = `save-creative-preview --creative-id ${creative_id} --out ${out}`
  expect(await typed(previews)).toMatch(/\(file_exists, --out\)/)
  expect(readFileSync(out)).toEqual(PICTURE)
})
