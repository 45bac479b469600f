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

export interface WapitiFinding {
  /** Its kind in wapiti's words: `Cross Site Scripting`. */
  kind: string
  path: string
  /** Empty if it concerns the whole page. */
  parameter: string
  info: string
  /** The first line of the request that showed it. */
  request: string
}

/** Parses wapiti's JSON report: vulnerabilities, and anomalies such as answers with HTTP 5xx. */
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

/** The addresses whose parameters were tried, from wapiti's output. */
export function addressesAsked(output: string): ReadonlySet<string> {
  return new Set(
    [...output.matchAll(/^\[\+\] GET (\S+) \(\d+\)$/gm)].map(([, url = '']) => askedAs(new URL(url))),
  )
}

/** An address by its path and the names of its parameters, because a call is tried with some of them at a time. */
export function askedAs({ pathname, searchParams }: URL): string {
  return [pathname, ...[...searchParams.keys()].toSorted()].join(' ')
}
