import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Client } from 'pg'
import { makeFolder } from '../make-folder.ts'
import { type CopiedFile, copyFile, listTree, writeText } from '../setup/copy-files.ts'

/**
 * Folders that a server recreates, and files about the running server (PostgreSQL, "Making a Base Backup Using the
 * Low Level API"). Of the write-ahead log only what the copy needs is copied, at the end.
 */
const MADE_ANEW =
  /^(pg_wal|pg_replslot|pg_dynshmem|pg_notify|pg_serial|pg_snapshots|pg_stat_tmp|pg_subtrans)$/
const NOT_COPIED =
  /(^|\/)(postmaster\.(pid|opts)|pg_internal\.init.*|pgsql_tmp.*|backup_label|tablespace_map)$/

/** What was copied; paths are relative to the cluster. */
export interface CopiedCluster {
  folders: string[]
  files: CopiedFile[]
}

/**
 * Copies a running server's cluster: what `client`, its superuser, receives at the end makes the files consistent.
 * Needs no archive, because the server keeps its write-ahead log until that has been copied, too.
 */
export async function copyCluster(client: Client, cluster: string, to: string): Promise<CopiedCluster> {
  // Ends with the session, so that a killed backup leaves nothing behind that fills the disk.
  await client.query("select pg_create_physical_replication_slot('adtally_backup', true, true)")
  const { rows: started } = await client.query<{ wal: string }>(
    "select pg_walfile_name(pg_backup_start('adtally', fast => true)) as wal",
  )
  makeFolder(to, 0o700)
  const { folders, files } = await listTree(cluster, (path) => MADE_ANEW.test(path) || NOT_COPIED.test(path))
  const made = [...folders, 'pg_wal/archive_status', 'pg_wal/summaries']
  for (const folder of made) makeFolder(join(to, folder), 0o700)
  const copied: CopiedFile[] = []
  const take = async (path: string) => {
    const file = await copyFile(join(cluster, path), join(to, path), path)
    if (file) copied.push(file)
  }
  for (const path of files) await take(path)
  const { rows: ended } = await client.query<{ wal: string; labelfile: string }>(
    'select pg_walfile_name(lsn) as wal, labelfile from pg_backup_stop(wait_for_archive => false)',
  )
  const [first, last] = [started[0]?.wal ?? '', ended[0]?.wal ?? '']
  for (const name of readdirSync(join(cluster, 'pg_wal')).sort()) {
    if (name.length === first.length && name >= first && name <= last) await take(join('pg_wal', name))
  }
  copied.push(writeText(join(to, 'backup_label'), ended[0]?.labelfile ?? '', 'backup_label'))
  return { folders: made, files: copied }
}
