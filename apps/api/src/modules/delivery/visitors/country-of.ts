import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { Reader } from 'mmdb-lib'
import * as z from 'zod/mini'
import { messageOf, StartError } from '../../../database/start-error.ts'
import { networkOf } from '../../../lib/addresses/client-address.ts'
import { isPublicAddress } from '../../../lib/addresses/public-address.ts'
import { memoized } from '../../../lib/memoized.ts'
import type { Settings } from '../../../settings.ts'

/** Which database of countries a process has. */
export interface CountryBuild {
  /** The day it was made, such as `2026-01-31`. */
  built_on: string
  /** Of its file, in hexadecimal. */
  sha256: string
}

/** Countries by address, out of a file in memory. */
export interface Countries {
  build: CountryBuild
  /** ISO 3166 alpha-2 in capitals; null for an address that is not of the public internet, or that nobody registered. */
  of(address: string): string | null
}

const NETWORKS_MAX = 20_000
const PREFIX = /\/\d+$/
const BUNDLED = '@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb'
const record = z.object({ country_code: z.string().check(z.regex(/^[A-Z]{2}$/)) })

/** The database of countries that the settings name, else the one that the program brings along; read once. */
export function countriesOf({ country_database }: Pick<Settings, 'country_database'>): Countries {
  return opened(country_database ?? bundled)
}

const bundled = createRequire(import.meta.url).resolve(BUNDLED)
const opened = memoized(openCountries)

/** Throws `StartError` where there is no database of countries at a path. */
function openCountries(path: string): Countries {
  const { file, reader } = readerOf(path)
  // Nobody registers less than the network of 64 bits that an IPv6 address is counted under.
  const countryOf = memoized((network): string | null => {
    const address = network.replace(PREFIX, '')
    if (!isPublicAddress(address)) return null
    return z.safeParse(record, reader.get(address)).data?.country_code ?? null
  }, NETWORKS_MAX)
  const sha256 = createHash('sha256').update(file).digest('hex')
  return {
    build: { built_on: reader.metadata.buildEpoch.toISOString().slice(0, 10), sha256 },
    of: (address) => countryOf(networkOf(address)),
  }
}

function readerOf(path: string) {
  try {
    const file = readFileSync(path)
    // Without a cache each look decodes a record anew, which takes twice as long.
    return { file, reader: new Reader(file, { cache: new Map() }) }
  } catch (error) {
    throw new StartError(
      `COUNTRY_DATABASE should be a file in MaxMind's format that holds country codes; ${path} is not: ${messageOf(error)}`,
    )
  }
}
