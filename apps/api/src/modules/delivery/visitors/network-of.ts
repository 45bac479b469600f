import * as z from 'zod/mini'
import { memoized } from '../../../lib/memoized.ts'
import type { Settings } from '../../../settings.ts'
import { type AddressDatabase, openAddressDatabase } from './address-database.ts'

const record = z.object({ autonomous_system_number: z.int() })

/** The numbers of networks by address, out of the file that the settings name, read once; null where they name none. */
export function networksOf({
  network_database,
}: Pick<Settings, 'network_database'>): AddressDatabase<number> | null {
  return network_database === null ? null : opened(network_database)
}

const opened = memoized((path: string) =>
  openAddressDatabase(
    path,
    { setting: 'NETWORK_DATABASE', holds: 'numbers of networks' },
    (found) => z.safeParse(record, found).data?.autonomous_system_number ?? null,
  ),
)
