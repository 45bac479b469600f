import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'

const RUN = new URL('run.ts', import.meta.url).href
const START_ERROR = new URL('../database/start-error.ts', import.meta.url).href

/** An entry file that prints a line every few milliseconds, and `stopped` on standard error when stopped. */
const TALKING = `
  const { run } = await import(${JSON.stringify(RUN)})
  await run(async () => {
    const timer = setInterval(() => process.stdout.write('still here\\n'), 5)
    return { stop: async () => {
      clearInterval(timer)
      await new Promise((resolve) => setTimeout(resolve, 100))
      console.error('stopped')
    }  }
  })`

/** One that prints `starting` and fails as soon as it is asked to end. */
const CUT_OFF = `
  const { run } = await import(${JSON.stringify(RUN)})
  const { StartError } = await import(${JSON.stringify(START_ERROR)})
  await run(() => new Promise((_resolve, reject) => {
    setImmediate(() => console.log('starting'))
    setInterval(() => {}, 1_000)
    process.once('SIGTERM', () => reject(new StartError('It could not be made.')))
  }))`

function launch(entry: string) {
  const env = { PATH: process.env.PATH, LOG_LEVEL: 'error' }
  const child = spawn(process.execPath, ['--input-type=module', '--eval', entry], { env, stdio: 'pipe' })
  return { child, said: text(child.stderr) }
}

test('a pipe that nobody reads any more stops the program in order, without a word of a database', async () => {
  const { child, said } = launch(TALKING)
  await once(child.stdout, 'data')
  child.stdout.destroy()
  await once(child, 'close')
  expect(await said).toBe('stopped\n')
  expect(child.exitCode).toBe(0)
})

test('a start that is asked to end does not say that it failed', async () => {
  const { child, said } = launch(CUT_OFF)
  await once(child.stdout, 'data')
  child.kill('SIGTERM')
  await once(child, 'close')
  expect(await said).toBe('')
  expect(child.exitCode).toBe(0)
})

test('Ctrl-C told twice, by the terminal and by npm, stops the program in order', async () => {
  const { child, said } = launch(TALKING)
  child.stdout.resume()
  await once(child.stdout, 'data')
  child.kill('SIGINT')
  child.kill('SIGTERM')
  await once(child, 'close')
  expect(await said).toBe('stopped\n')
  expect(child.exitCode).toBe(0)
})
