/** Reports what is being done to somebody who waits. */
export interface Progress {
  /** Prints a line that stays. */
  say(line: string): void
  /** Shows `step` until `work` ends, and returns or throws as `work` does. `tell` adds how far it has come. */
  during<Result>(step: string, work: Work<Result>): Promise<Result>
  /** Shows nothing more and leaves the cursor on a free line. */
  end(): void
}

type Work<Result> = (tell: Tell) => Promise<Result>
/** Takes how far a step has come, in a few words. */
export type Tell = (how_far: string) => void

/** Where lines go: standard output, or a test's substitute. */
export interface Screen {
  write(text: string): void
  /** Whether it is a terminal. */
  isTTY?: boolean
  columns?: number
}

/** Tells nobody. */
export const NO_PROGRESS: Progress = {
  say() {},
  during: (_step, work) => work(() => {}),
  end() {},
}

const LINE_LETTERS = 80
const REDRAW_MS = 500
const CLEAR_LINE = '\x1b[2K'

/**
 * On a terminal the steps in progress share one line that updates in place, each with its seconds, and disappears
 * after the last. In a pipe, a file or a terminal that can't go back (`TERM=dumb`), each step prints a line as it
 * begins, with the seconds since the first. No colours either way.
 */
export function showProgress(
  screen: Screen = process.stdout,
  environment: Readonly<Record<string, string | undefined>> = process.env,
): Progress {
  const is_redrawn = screen.isTTY === true && environment.TERM !== 'dumb'
  return is_redrawn ? new RedrawnLine(screen) : new PlainLines(screen)
}

class PlainLines implements Progress {
  readonly #screen: Screen
  readonly #began_ms = performance.now()
  #has_ended = false

  constructor(screen: Screen) {
    this.#screen = screen
  }

  say(line: string): void {
    this.#screen.write(`${line}\n`)
  }

  during<Result>(step: string, work: Work<Result>): Promise<Result> {
    if (!this.#has_ended) this.say(`  ${secondsSince(this.#began_ms).padStart(4)}  ${step}`)
    return work(() => {})
  }

  end(): void {
    this.#has_ended = true
  }
}

interface Step {
  name: string
  how_far: string
  began_ms: number
}

class RedrawnLine implements Progress {
  readonly #screen: Screen
  readonly #steps = new Set<Step>()
  #timer: NodeJS.Timeout | null = null
  #is_drawn = false
  #has_ended = false

  constructor(screen: Screen) {
    this.#screen = screen
    // However the process ends, its last words start on a line of their own.
    process.once('exit', this.#clear)
  }

  say(line: string): void {
    this.#clear()
    this.#screen.write(`${line}\n`)
    this.#draw()
  }

  async during<Result>(name: string, work: Work<Result>): Promise<Result> {
    const step: Step = { name, how_far: '', began_ms: performance.now() }
    this.#steps.add(step)
    this.#timer ??= setInterval(this.#draw, REDRAW_MS).unref()
    this.#draw()
    try {
      return await work((how_far) => {
        step.how_far = ` (${how_far})`
        this.#draw()
      })
    } finally {
      this.#steps.delete(step)
      this.#draw()
      if (this.#steps.size === 0) this.#rest()
    }
  }

  end(): void {
    this.#has_ended = true
    this.#clear()
    this.#rest()
    process.removeListener('exit', this.#clear)
  }

  readonly #draw = (): void => {
    this.#clear()
    if (this.#steps.size === 0 || this.#has_ended) return
    const steps = [...this.#steps].map(
      ({ name, how_far, began_ms }) => `${name}${how_far} ${secondsSince(began_ms)}`,
    )
    // A line that wraps can't be cleared. The cursor goes back to its start, in case something else writes.
    this.#screen.write(`${`  ${steps.join(' · ')}`.slice(0, (this.#screen.columns || LINE_LETTERS) - 1)}\r`)
    this.#is_drawn = true
  }

  readonly #clear = (): void => {
    if (this.#is_drawn) this.#screen.write(CLEAR_LINE)
    this.#is_drawn = false
  }

  #rest(): void {
    if (this.#timer) clearInterval(this.#timer)
    this.#timer = null
  }
}

function secondsSince(began_ms: number): string {
  return `${Math.round((performance.now() - began_ms) / 1000)} s`
}
