import type { RequestOf } from '@adtally/contract/call.ts'
import { archiveTake } from '@adtally/contract/identity/archive.ts'
import { parse } from 'csv-parse/sync'
import { strFromU8, unzipSync } from 'fflate'
import type { TestProgram } from '../../../testing/servers/test-program.ts'

/** An archive as its customer receives it. */
export interface OpenedArchive {
  headers: Record<string, string | string[] | number | undefined>
  /** Every file's bytes as text, by its path. */
  texts: Map<string, string>
  /** The rows of a table's file, by heading; empty where there is no such file. */
  rows(table: string): Record<string, string>[]
}

/** Takes a customer's archive and opens it; throws the reason of a refusal. */
export async function openArchive(
  { server, services }: TestProgram,
  token: string,
  input: RequestOf<typeof archiveTake>,
  headers: Record<string, string> = {},
): Promise<OpenedArchive> {
  const reply = await server.inject({
    method: 'POST',
    url: services.settings.base_path + archiveTake.path,
    headers: { 'x-ct': token, ...headers },
    payload: input,
  })
  if (reply.headers['content-type'] !== archiveTake.answers_file) throw new Error(reply.json().data.reason)
  const files = Object.entries(unzipSync(new Uint8Array(reply.rawPayload)))
  const texts = new Map(files.map(([path, content]) => [path, strFromU8(content)]))
  return {
    headers: reply.headers,
    texts,
    rows: (table) => {
      const text = texts.get(`${table.replace('.', '/')}.csv`)
      return text === undefined ? [] : parse(text, { bom: true, columns: true })
    },
  }
}
