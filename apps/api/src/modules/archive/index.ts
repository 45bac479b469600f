import { ARCHIVE_MEDIA_TYPE, archiveTake } from '@adtally/contract/identity/archive.ts'
import type { Module } from '../module.ts'
import { FileReply, fileRoute } from '../route.ts'
import { takeArchive } from './take-archive.ts'

/** Everything kept about a customer, as one file to take along: the tables that modules list under `archive`. */
export function archiveModule(modules: readonly Module[]): Module {
  const parts = modules.flatMap(({ archive }) => (archive ? [archive] : []))
  return {
    name: 'archive',
    routes: [
      fileRoute(archiveTake, async (proof, caller, context) => {
        const { day, ...file } = await takeArchive(parts, caller, proof, context)
        return new FileReply({ ...file, file_name: `archive-${day}.zip`, media_type: ARCHIVE_MEDIA_TYPE })
      }),
    ],
  }
}
