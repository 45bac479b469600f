import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { Reader } from 'mmdb-lib'
import { messageOf, StartError } from '../../../database/start-error.ts'
import { networkOf } from '../../../lib/addresses/client-address.ts'
import { isPublicAddress } from '../../../lib/addresses/public-address.ts'
import { memoized } from '../../../lib/memoized.ts'

/** Which database of addresses a process has. */
export interface DatabaseBuild {
  /** The day it was made, such as `2026-01-31`. */
  built_on: string
  /** Of its file, in hexadecimal. */
  sha256: string
}

/** What a file in memory tells of addresses. */
export interface AddressDatabase<Told> {
  build: DatabaseBuild
  /** Null for an address that is not of the public internet, or of which the file tells nothing. */
  of(address: string): Told | null
}

const NETWORKS_MAX = 20_000
const PREFIX = /\/\d+$/

/**
 * A file in MaxMind's format, read once; `told` takes what it tells out of its record for an address's network, which of
 * IPv6 is one of 64 bits. Throws `StartError` where there is none at the path that the setting has.
 */
export function openAddressDatabase<Told>(
  path: string,
  { setting, holds }: { setting: string; holds: string },
  told: (record: unknown) => Told | null,
): AddressDatabase<Told> {
  const { file, reader } = readerOf(path, setting, holds)
  const ofNetwork = memoized((network): Told | null => {
    const address = network.replace(PREFIX, '')
    return isPublicAddress(address) ? told(reader.get(address)) : null
  }, NETWORKS_MAX)
  const sha256 = createHash('sha256').update(file).digest('hex')
  return {
    build: { built_on: reader.metadata.buildEpoch.toISOString().slice(0, 10), sha256 },
    of: (address) => ofNetwork(networkOf(address)),
  }
}

function readerOf(path: string, setting: string, holds: string) {
  try {
    const file = readFileSync(path)
    // Without a cache each look decodes a record anew, which takes twice as long.
    return { file, reader: new Reader(file, { cache: new Map() }) }
  } catch (error) {
    throw new StartError(
      `${setting} should be a file in MaxMind's format that holds ${holds}; ${path} is not: ${messageOf(error)}`,
    )
  }
}
