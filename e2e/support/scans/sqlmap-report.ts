/** sqlmap's verdict on one place. */
export interface SqlmapVerdict {
  /** The try's number, from its path. */
  at: number
  /** sqlmap's name for it: `#1*`, `JSON #2*`, `User-Agent #1*`. */
  parameter: string
  is_injectable: boolean
}

const TARGET = /^[A-Z]+ http:\/\/[^/]+\/try-(\d+)\//
const VERDICT = /parameter '([^']+)' (does not seem to be injectable|is vulnerable)/

/** Parses sqlmap's output for a list of requests: the last verdict on each place. */
export function readSqlmapReport(output: string): SqlmapVerdict[] {
  const verdicts = new Map<string, SqlmapVerdict>()
  let at: number | null = null
  for (const line of output.split('\n')) {
    const target = TARGET.exec(line)?.[1]
    if (target !== undefined) at = Number(target)
    const [, parameter, words] = VERDICT.exec(line) ?? []
    if (at === null || parameter === undefined) continue
    verdicts.set(`${at} ${parameter}`, { at, parameter, is_injectable: words === 'is vulnerable' })
  }
  return [...verdicts.values()]
}
