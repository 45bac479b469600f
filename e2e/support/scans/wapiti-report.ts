import * as z from 'zod/mini'

const finding = z.object({
  method: z.string(),
  path: z.string(),
  info: z.string(),
  parameter: z.nullable(z.string()),
  http_request: z.string(),
})
const groups = z.record(z.string(), z.array(finding))
const report = z.object({ vulnerabilities: groups, anomalies: groups })

/** One thing that wapiti found. */
export interface WapitiFinding {
  /** What it is, in wapiti's words: `Cross Site Scripting`. */
  kind: string
  path: string
  /** Empty where it is about the whole page. */
  parameter: string
  info: string
  /** The first line of the request that showed it. */
  request: string
}

/** Reads wapiti's report as JSON: holes, and what came by the way, such as answers with HTTP 5xx. */
export function readWapitiReport(text: string): WapitiFinding[] {
  const { vulnerabilities, anomalies } = z.parse(report, JSON.parse(text))
  return [...Object.entries(vulnerabilities), ...Object.entries(anomalies)].flatMap(([kind, found]) =>
    found.map(({ path, parameter, info, http_request }) => ({
      kind,
      path,
      parameter: parameter ?? '',
      info,
      request: http_request.split('\n')[0] ?? '',
    })),
  )
}

/** The addresses whose parameters were tried, by what wapiti printed while it did. */
export function addressesAsked(output: string): ReadonlySet<string> {
  return new Set(
    [...output.matchAll(/^\[\+\] GET (\S+) \(\d+\)$/gm)].map(([, url = '']) => askedAs(new URL(url))),
  )
}

/** An address by its path and the names of its parameters: a call is asked with some of them at a time. */
export function askedAs({ pathname, searchParams }: URL): string {
  return [pathname, ...[...searchParams.keys()].toSorted()].join(' ')
}
