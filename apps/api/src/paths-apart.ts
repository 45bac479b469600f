import { StartError } from './database/start-error.ts'

/** Where calls lie, by whose they are. */
interface GivenPaths {
  BASE_PATH: string
  OPERATOR_PATH: string
  PARTNER_PATH: string
}

/** Requires that no address is of two of them: customers' calls, the office's, partners'. Throws `StartError`. */
export function pathsOf({ BASE_PATH, OPERATOR_PATH, PARTNER_PATH }: GivenPaths) {
  refuseOverlap({ OPERATOR_PATH, BASE_PATH })
  refuseOverlap({ PARTNER_PATH, BASE_PATH })
  refuseOverlap({ PARTNER_PATH, OPERATOR_PATH })
  return { base_path: BASE_PATH, operator_path: OPERATOR_PATH, partner_path: PARTNER_PATH }
}

function refuseOverlap(paths: Readonly<Record<string, string>>): void {
  const [first = '', second = ''] = Object.values(paths)
  const lies = (path: string, under: string) => `${path}/`.startsWith(`${under}/`)
  if (lies(first, second) || lies(second, first))
    throw new StartError(
      `${Object.keys(paths).join(' and ')} lie apart, neither under the other: ${first} and ${second} do not.`,
    )
}
