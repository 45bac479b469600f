/** What sqlmap says of one place that it was to try. */
export interface SqlmapVerdict {
  /** Of which try, as its path says. */
  at: number
  /** As sqlmap names it: `#1*`, `JSON #2*`, `User-Agent #1*`. */
  parameter: string
  is_injectable: boolean
}

const TARGET = /^[A-Z]+ http:\/\/[^/]+\/try-(\d+)\//
const VERDICT = /parameter '([^']+)' (does not seem to be injectable|is vulnerable)/

/** Reads what sqlmap printed while it tried a list of requests: the last word about each place. */
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
