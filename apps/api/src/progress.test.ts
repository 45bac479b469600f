import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type Screen, showProgress } from './progress.ts'

const CLEAR = '\x1b[2K'

/** A screen that records what is written to it. */
class Paper implements Screen {
  readonly isTTY: boolean
  readonly columns: number
  text = ''

  constructor({ isTTY = true, columns = 40 } = {}) {
    this.isTTY = isTTY
    this.columns = columns
  }

  write(text: string): void {
    this.text += text
  }

  /** What a terminal shows in the end, without what was cleared or overwritten. */
  shown(): string[] {
    return this.text.split('\n').map((line) => line.split(CLEAR).at(-1)?.replace('\r', '') ?? '')
  }
}

beforeEach(() => {
  // What else of this worker still waits is no concern of these.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] })
})
afterEach(() => {
  vi.useRealTimers()
})

describe('on a terminal', () => {
  test('steps stand in one line with their seconds, which is gone when they have ended', async () => {
    const paper = new Paper({ columns: 80 })
    const progress = showProgress(paper, {})
    progress.say('Starting.')
    const [app, tables] = [Promise.withResolvers<void>(), Promise.withResolvers<number>()]
    const both = [
      progress.during('building', () => app.promise),
      progress.during('making the tables', (tell) => {
        tell('1 of 9')
        return tables.promise
      }),
    ]
    expect(paper.shown()).toEqual(['Starting.', '  building 0 s · making the tables (1 of 9) 0 s'])
    await vi.advanceTimersByTimeAsync(7_000)
    expect(paper.shown().at(-1)).toBe('  building 7 s · making the tables (1 of 9) 7 s')
    tables.resolve(9)
    expect(await both[1]).toBe(9)
    expect(paper.shown().at(-1)).toBe('  building 7 s')
    progress.say('Half of it.')
    expect(paper.shown()).toEqual(['Starting.', 'Half of it.', '  building 7 s'])
    app.resolve()
    await both[0]
    expect(paper.shown()).toEqual(['Starting.', 'Half of it.', ''])
    expect(vi.getTimerCount()).toBe(0)
  })

  test('a line is never longer than the screen, and the end leaves it free for last words', async () => {
    const paper = new Paper({ columns: 20 })
    const progress = showProgress(paper, {})
    const failed = progress.during('a step with a long name indeed', () => Promise.reject(new Error('no')))
    void progress.during('another', () => new Promise(() => {}))
    expect(Math.max(...paper.shown().map((line) => line.length))).toBeLessThan(20)
    await expect(failed).rejects.toThrow('no')
    progress.end()
    expect(paper.text.endsWith(CLEAR)).toBe(true)
    const { text } = paper
    await vi.advanceTimersByTimeAsync(5_000)
    expect(paper.text).toBe(text)
  })
})

test.each([
  ['a pipe', { isTTY: false }, {}],
  ['a terminal that can’t go back', { isTTY: true }, { TERM: 'dumb' }],
])('in %s a step is a line as it begins', async (_name, kind, environment) => {
  const paper = new Paper(kind)
  const progress = showProgress(paper, environment)
  progress.say('Starting.')
  await progress.during('first', async (tell) => {
    tell('1 of 2')
    await vi.advanceTimersByTimeAsync(12_000)
  })
  await progress.during('second', async () => {})
  progress.end()
  await progress.during('nobody sees', async () => {})
  expect(paper.text).toBe('Starting.\n   0 s  first\n  12 s  second\n')
})

describe('as a process writes it', () => {
  const module = fileURLToPath(new URL('./progress.ts', import.meta.url))
  const script = `
    const { showProgress } = await import(${JSON.stringify(module)})
    const progress = showProgress()
    progress.say('Starting.')
    await progress.during('a step', (tell) => { tell('1 of 2'); return new Promise((done) => setTimeout(done, 1)) })
    progress.end()
    console.log('ready')`
  const words = ['--input-type=module', '-e', script]
  const run = (program: string, args: readonly string[], variables: Record<string, string>) =>
    spawnSync(program, args, { env: { PATH: process.env.PATH, ...variables }, encoding: 'utf8' }).stdout
  /** The same behind a pseudo-terminal. */
  const onTerminal = (variables: Record<string, string>) => {
    const quoted = [process.execPath, ...words].map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(' ')
    return run('script', ['-qec', quoted, '/dev/null'], variables).replaceAll('\r\n', '\n')
  }

  test('a pipe has plain lines without control characters', () => {
    expect(run(process.execPath, words, { TERM: 'xterm' })).toBe('Starting.\n   0 s  a step\nready\n')
  })

  test.each([[{ TERM: 'xterm' }], [{ TERM: 'xterm', NO_COLOR: '1' }]])(
    'a terminal is written in place, without colours: %o',
    (variables) => {
      const text = onTerminal(variables)
      expect(text).toMatch(/^Starting\.\n {2}a step 0 s\r/)
      expect(text.endsWith(`${CLEAR}ready\n`)).toBe(true)
      // The only escape sequence is the one that clears the line.
      expect(text.replaceAll(CLEAR, '')).not.toContain('\x1b')
    },
  )

  test('a dumb terminal has plain lines', () => {
    expect(onTerminal({ TERM: 'dumb' })).toBe('Starting.\n   0 s  a step\nready\n')
  })
})
