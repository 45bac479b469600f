import { createRequire } from 'node:module'
import * as z from 'zod/mini'
import { memoized } from '../../../lib/memoized.ts'
import type { Settings } from '../../../settings.ts'
import { type DatabaseBuild, openAddressDatabase } from './address-database.ts'

/** Countries by address, out of a file in memory. */
export interface Countries {
  build: DatabaseBuild
  /** ISO 3166 alpha-2 in capitals; null for an address that is not of the public internet, or that nobody registered. */
  of(address: string): string | null
}

const BUNDLED = '@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb'
const record = z.object({ country_code: z.string().check(z.regex(/^[A-Z]{2}$/)) })

/** The database of countries that the settings name, else the one that the program brings along; read once. */
export function countriesOf({ country_database }: Pick<Settings, 'country_database'>): Countries {
  return opened(country_database ?? bundled)
}

const bundled = createRequire(import.meta.url).resolve(BUNDLED)
const opened = memoized(openCountries)

function openCountries(path: string): Countries {
  const named = { setting: 'COUNTRY_DATABASE', holds: 'country codes' }
  // Nobody registers less than the network of 64 bits that an IPv6 address is counted under.
  return openAddressDatabase(path, named, (found) => z.safeParse(record, found).data?.country_code ?? null)
}
