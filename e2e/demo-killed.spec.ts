import { expect, test } from '@playwright/test'
import { killPostgres } from './support/kills/postgres-processes.ts'
import { type DemoFile, NOBODY_VISITS, type Program, startDemo, temporaryFolder } from './support/program.ts'
import { figure, openAdCentre } from './support/screens/app-screens.ts'

const data_dir = temporaryFolder()
const start = () => startDemo({ data_dir, env: NOBODY_VISITS })
let demo: Program & { demo: DemoFile }

test.beforeAll(async () => {
  demo = await start()
})
test.afterAll(async () => {
  await demo?.stop()
})

test('a demo that is killed with its database starts again on the same data, and Ctrl-C ends it', async ({
  page,
}) => {
  const [before] = demo.demo.customers
  process.kill(demo.pid, 'SIGKILL')
  demo = await start()
  expect(demo.demo.customers[0]).toEqual(before)
  killPostgres(data_dir)
  process.kill(demo.pid, 'SIGKILL')
  demo = await start()
  await openAdCentre(page, demo)
  await expect(figure(page, 'Invested')).toContainText('120.00')
  await demo.stop({ keep_data: true })
  await expect(fetch(`${demo.url}/healthz`)).rejects.toThrow()
  demo = await start()
  expect(demo.demo.customers[0]).toEqual(before)
})
