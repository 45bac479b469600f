/** One thing that a step of the README asks for. */
export type ReadmeAct =
  | { kind: 'tap'; control: string }
  | { kind: 'type'; text: string; field: string }
  | { kind: 'back'; times: number }
  | { kind: 'run'; command: string }

/** A numbered step of the README's first five minutes. */
export interface ReadmeStep {
  acts: ReadmeAct[]
  /** What must then be there: quoted texts on the screen, code in the output. */
  seen: string[]
  printed: string[]
}

const SECTION = 'The first five minutes'
const BACK_TIMES: Readonly<Record<string, number>> = { '': 1, ' twice': 2 }

const WORDINGS: readonly [
  RegExp,
  (match: RegExpExecArray, before: ReadmeAct | undefined) => ReadmeAct | null,
][] = [
  [/^type “([^”]+)” into “([^”]+)”/i, ([, text = '', field = '']) => ({ kind: 'type', text, field })],
  [/^tap “([^”]+)”/i, ([, control = '']) => ({ kind: 'tap', control })],
  // “Tap “All”, then “Profit”” taps both.
  [/^“([^”]+)”/, ([, control = ''], before) => (before?.kind === 'tap' ? { kind: 'tap', control } : null)],
  [/^go back( twice)?/i, ([, often = '']) => ({ kind: 'back', times: BACK_TIMES[often] ?? 1 })],
  [
    /^run `([^`]+)` with Mara's printed password in `OPERATOR_PASSWORD`/i,
    ([, command = '']) => ({ kind: 'run', command }),
  ],
]

/** Parses the README's steps. Throws on a step, or part of one, that it can't interpret. */
export function readmeSteps(readme: string): ReadmeStep[] {
  const [, section = ''] = readme.split(new RegExp(`^## ${SECTION}$`, 'm'))
  const [text = ''] = section.split(/^## /m)
  const steps = text
    .split(/^\d+\. /m)
    .slice(1)
    .map((step) => step.replaceAll(/\s+/g, ' ').trim())
  if (steps.length === 0) throw new Error(`the README has no steps under “${SECTION}”`)
  return steps.map(stepOf)
}

function stepOf(step: string): ReadmeStep {
  const [, asked, told = ''] = /^\*\*(.+?)\.\*\* ?(.*)$/.exec(step) ?? []
  if (asked === undefined) throw new Error(`a step of the README does not begin with what to do: ${step}`)
  const all = (pattern: RegExp) => [...told.matchAll(pattern)].map(([, found = '']) => found)
  return { acts: actsOf(asked), seen: all(/“([^”]+)”/g), printed: all(/`([^`]+)`/g) }
}

function actsOf(asked: string): ReadmeAct[] {
  const acts: ReadmeAct[] = []
  let rest = asked
  while (rest !== '') {
    const next = WORDINGS.flatMap(([pattern, read]) => {
      const match = pattern.exec(rest)
      const act = match && read(match, acts.at(-1))
      return act ? [{ act, length: match[0].length }] : []
    })[0]
    if (next === undefined) throw new Error(`nobody knows how to do this step of the README: ${rest}`)
    acts.push(next.act)
    rest = rest.slice(next.length).replace(/^(, then|,| and)? */, '')
  }
  return acts
}
